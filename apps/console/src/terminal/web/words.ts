import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const say = messages({
  title: t('Web终端', 'Web terminal'),
  assets: t('我的资产', 'My assets'),
  search: t('搜索资产', 'Search assets'),
  nothingFound: t('没有找到资产', 'No assets found'),
  noAssets: t('还没有授权给您的资产', 'No assets are granted to you yet'),
  open: t(
    (name: string) => `连接 ${name}`,
    (name: string) => `Connect to ${name}`,
  ),
  welcome: t('选择一个资产开始', 'Choose an asset to begin'),
  welcomeHint: t(
    '在左侧打开节点或搜索名称和地址。会话会被录制。',
    'Open a node or search for a name or an address on the left. Sessions are recorded.',
  ),
  chooseAccount: t('选择系统用户', 'Choose a system user'),
  noAccount: t('此资产没有可用于网页终端的系统用户', 'There is no system user for the web terminal on this asset'),
  noAccountHint: t(
    '网页终端目前支持 SSH 协议；其它协议将在之后提供。',
    'The web terminal speaks SSH for now; other protocols come later.',
  ),
  connecting: t('正在连接 …', 'Connecting …'),
  away: t('连接中断，会话仍在等待，正在恢复 …', 'The line was cut. The session waits; coming back …'),
  refused: t(
    '无法打开连接，请检查登录状态后重试。',
    'The connection could not be opened. Check your login and try again.',
  ),
  lost: t('连接中断太久，会话已结束。', 'The line was cut for too long: the session has ended.'),
  again: t('重新连接', 'Connect again'),
  close: t(
    (name: string) => `关闭 ${name}`,
    (name: string) => `Close ${name}`,
  ),
  closeAsked: t(
    (name: string) => `会话“${name}”仍在进行，要结束它吗？`,
    (name: string) => `The session "${name}" is still running. End it?`,
  ),
  end: t('结束会话', 'End session'),
  closeTitle: t('关闭终端', 'Close terminal'),
  sessions: t('打开的终端', 'Open terminals'),
  terminalOf: t(
    (name: string) => `${name} 的终端`,
    (name: string) => `Terminal of ${name}`,
  ),
  login: t('登录资产', 'Log in to the asset'),
  username: t('用户名', 'Username'),
  password: t('密码', 'Password'),
  loginDo: t('登录', 'Log in'),
  cancel: t('取消', 'Cancel'),
  find: t('在终端中查找', 'Find in the terminal'),
  notFound: t('没有找到', 'Not found'),
  larger: t('放大文字', 'Larger text'),
  smaller: t('缩小文字', 'Smaller text'),
  theme: t('配色', 'Colours'),
  night: t('夜间', 'Night'),
  day: t('日间', 'Day'),
  contrast: t('高对比度', 'High contrast'),
  split: t('并排显示', 'Side by side'),
  loadFailed: t('没有加载成功', 'It could not be loaded'),
  retry: t('重试', 'Retry'),
  show: t('显示资产', 'Show assets'),
  hide: t('隐藏资产', 'Hide assets'),
  console: t('返回控制台', 'Back to the console'),
  unknownAsset: t('没有授权给您的这个资产', 'This asset is not granted to you'),
})
