// What the asset menu says, in both languages side by side.
import type { Lang } from '../server/server.ts'

export const menuWords = {
  welcome: (name: string, title: string) => ({ zh: `${name}，${title}`, en: `${name}, ${title}` }),
  help: {
    zh: [
      ['序号', '连接列表中的资产或数据库'],
      ['文字', '搜索主机名、IP 或备注；只有一个结果时直接连接'],
      ['/ 文字', '只搜索，不连接'],
      ['p', '列出全部资产'],
      ['f', '列出收藏的资产'],
      ['r', '列出最近登录过的资产'],
      ['g', '显示节点树；g 序号 列出该节点的资产'],
      ['d', '列出数据库；d 文字 搜索数据库'],
      ['n / b', '下一页 / 上一页'],
      ['l', 'Switch to English'],
      ['h', '帮助'],
      ['q', '退出'],
    ],
    en: [
      ['number', 'connect to an asset or database of the list'],
      ['text', 'search name, IP, comment; a single find is connected'],
      ['/ text', 'search only'],
      ['p', 'list all assets'],
      ['f', 'list favourites'],
      ['r', 'list those you were on lately'],
      ['g', 'show the tree; g number lists the assets of a node'],
      ['d', 'list databases; d text searches them'],
      ['n / b', 'next page / page before'],
      ['l', '切换到中文'],
      ['h', 'this help'],
      ['q', 'leave'],
    ],
  } satisfies Record<Lang, [string, string][]>,
  found: (from: number, to: number, all: number) => ({
    zh: `第 ${from}-${to} 项，共 ${all} 项`,
    en: `${from}-${to} of ${all}`,
  }),
  nothing: { zh: '没有找到资产', en: 'No asset was found' },
  nothingAtAll: { zh: '没有找到资产或数据库', en: 'No asset or database was found' },
  noDatabase: { zh: '没有找到数据库', en: 'No database was found' },
  chooseNode: { zh: '输入 g 序号 列出节点的资产', en: 'g number lists the assets of a node' },
  moreNodes: (count: number) => ({
    zh: `还有 ${count} 个节点，请用文字搜索资产`,
    en: `${count} more nodes: search for assets by name`,
  }),
  noNumber: { zh: '没有这个序号', en: 'There is no such number' },
  noWay: { zh: '没有可用于该资产的系统用户', en: 'You have no system user on this asset that can be used here' },
  databaseTakesTerminal: {
    zh: '数据库只能在终端中使用：请不带命令登录（ssh -t）',
    en: 'A database takes a terminal: come without a command (ssh -t)',
  },
  severalDatabases: {
    zh: '有多个数据库符合，请使用菜单',
    en: 'Several databases match; use the menu',
  },
  notSpoken: (type: string) => ({
    zh: `网关还不支持 ${type}`,
    en: `The gateway does not speak ${type} yet`,
  }),
  several: { zh: '有多个资产符合，请使用 IP 或菜单', en: 'Several assets match; use the address or the menu' },
  inactive: { zh: '资产已被禁用', en: 'The asset is disabled' },
  chooseUser: { zh: '选择系统用户（序号，空行返回）', en: 'Choose a system user (number, empty to go back)' },
  username: { zh: '用户名', en: 'Username' },
  password: { zh: '密码', en: 'Password' },
  bye: { zh: '再见', en: 'Bye' },
  failed: { zh: '服务暂时不可用，请稍后再试', en: 'The service is not available right now, please try again later' },
  filesNeedAddress: {
    zh: '传输文件请写明资产：用户@系统用户@资产',
    en: 'To move files name the asset: user@system-user@asset',
  },
  noTerminal: { zh: '菜单需要终端，请用 ssh -t', en: 'The menu needs a terminal: use ssh -t' },
  useSftp: {
    zh: '旧式 scp 和 rsync 无法限制在共享目录之内，已拒绝；请使用 sftp，或不带 -O 的 scp（需要时加 -s）',
    en: 'Legacy scp and rsync cannot be kept inside the shared folder and are refused: use sftp, or scp without -O (with -s where it is needed)',
  },
} as const
