// What the frame of the console says.
import { messages } from '../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const product = t('吊桥 Drawbridge', 'Drawbridge')

/** Each message in both languages, for what is searched in either. */
export const catalogue = {
  product,
  skipToContent: t('跳到主要内容', 'Skip to the content'),
  mainMenu: t('主菜单', 'Main menu'),
  openMenu: t('打开菜单', 'Open the menu'),
  expandMenu: t('展开菜单', 'Expand the menu'),
  collapseMenu: t('收起菜单', 'Collapse the menu'),
  filterMenu: t('筛选菜单', 'Filter the menu'),
  noEntry: t('没有符合的菜单', 'No such entry'),
  organisation: t('组织', 'Organization'),
  breadcrumb: t('当前位置', 'You are here'),
  newWindow: t('在新窗口打开', 'opens in a new window'),
  // top bar
  find: t('搜索或跳转…', 'Search or jump to…'),
  help: t('帮助', 'Help'),
  docs: t('文档', 'Docs'),
  support: t('支持', 'Support'),
  enterprise: t('企业版', 'Enterprise edition'),
  shortcuts: t('键盘快捷键', 'Keyboard shortcuts'),
  language: t('语言', 'Language'),
  theme: t('主题', 'Theme'),
  light: t('浅色', 'Light'),
  dark: t('深色', 'Dark'),
  system: t('跟随系统', 'Like the system'),
  tickets: t('工单', 'Tickets'),
  waitingTickets: t(
    (n: number) => `${n} 个待处理`,
    (n: number) => `${n} waiting`,
  ),
  webTerminal: t('Web终端', 'Web terminal'),
  account: t('账户菜单', 'Account menu'),
  profile: t('个人信息', 'Profile'),
  userPage: t('用户页面', 'User page'),
  adminPage: t('管理页面', 'Admin page'),
  apiKey: t('API Key', 'API Key'),
  logout: t('退出登录', 'Logout'),
  // tab history
  visited: t('访问过的页面', 'Visited pages'),
  closeTab: t(
    (title: string) => `关闭 ${title}`,
    (title: string) => `Close ${title}`,
  ),
  closeThis: t('关闭', 'Close'),
  closeOthers: t('关闭其他', 'Close others'),
  closeAll: t('关闭所有', 'Close all'),
  tabActions: t('标签页操作', 'Tab actions'),
  // footer
  version: t('版本', 'Version'),
  copyright: t('版权所有 FIT2CLOUD 飞致云 © 2014-2021', 'Copyright FIT2CLOUD 飞致云 © 2014-2021'),
  // access keys
  keysTitle: t('API Key 列表', 'Api key list'),
  keysHelp: t(
    'API Key 用于程序调用接口时对请求头签名。密钥等同于您的密码，请勿泄露。',
    'Programs sign the headers of their calls with an API key. A key is as good as your password: keep it to yourself.',
  ),
  keyId: t('AccessKeyID', 'AccessKeyID'),
  keySecret: t('AccessKeySecret', 'AccessKeySecret'),
  keyActive: t('激活', 'Active'),
  keyCreated: t('创建日期', 'Date created'),
  keySwitch: t('启/停', 'On/Off'),
  keySwitchOf: t(
    (id: string) => `启用或停用密钥 ${id}`,
    (id: string) => `Key ${id} on or off`,
  ),
  noKeys: t('还没有 API Key', 'No API key yet'),
  noKeysText: t('创建一个密钥，让程序以您的身份调用接口。', 'Create one for programs that call the API in your name.'),
  // errors and pages
  notFound: t('404 请求错误', '404 Not found'),
  notFoundText: t('无法访问当前页面', 'This page does not exist, or is not for you'),
  goHome: t('去往首页', 'Go to the home page'),
  screenFailed: t('页面出错了', 'This screen has failed'),
  screenFailedText: t(
    '其他页面不受影响，可以重试或去往首页。',
    'The rest of the console still works. Try again, or go home.',
  ),
  notLoaded: t('页面没有加载成功', 'This screen could not be loaded'),
  notLoadedText: t(
    '网络可能已断开，或控制台已更新。重新加载即可。',
    'The network may be gone, or the console has been updated. Loading again helps.',
  ),
  startFailed: t('控制台无法启动', 'The console cannot start'),
  starting: t('正在启动', 'Starting'),
  offline: t('网络已断开，恢复后会自动继续', 'You are offline; the console goes on when the network is back'),
  taskLog: t('任务日志', 'Task log'),
  taskRunning: t('正在跟踪日志…', 'Following the log…'),
  taskOver: t('任务已结束', 'The task has ended'),
  taskLost: t('无法读取日志，正在重试…', 'The log cannot be read, trying again…'),
  // palette
  palette: t('快速查找', 'Quick search'),
  screens: t('页面', 'Screens'),
  actions: t('操作', 'Actions'),
  nothingFound: t('没有找到结果', 'Nothing found'),
  results: t(
    (n: number) => `${n} 个结果`,
    (n: number) => (n === 1 ? '1 result' : `${n} results`),
  ),
  switchTo: t(
    (name: string) => `切换到 ${name}`,
    (name: string) => `Switch to ${name}`,
  ),
  switchOrganisation: t(
    (name: string) => `切换组织：${name}`,
    (name: string) => `Switch organization: ${name}`,
  ),
  useTheme: t(
    (name: string) => `主题：${name}`,
    (name: string) => `Theme: ${name}`,
  ),
  // shortcuts
  keyPalette: t('打开快速查找', 'Open the quick search'),
  keyMenu: t('展开或收起菜单', 'Expand or collapse the menu'),
  keyHelp: t('显示键盘快捷键', 'Show the keyboard shortcuts'),
  keyClose: t('关闭对话框或菜单', 'Close a dialog or a menu'),
  keyTab: t('在标签之间移动，Delete 关闭', 'Move between tabs; Delete closes one'),
  keyTable: t('在菜单、树和列表中移动', 'Move in menus, trees and lists'),
} as const

export const words = messages(catalogue)
