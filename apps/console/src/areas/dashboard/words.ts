import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = {
  dashboard: t('仪表盘', 'Dashboard'),
  usersTotal: t('用户总数', 'Users total'),
  assetsTotal: t('资产总数', 'Asset total'),
  onlineUsers: t('在线用户', 'Online users'),
  onlineSessions: t('在线会话', 'Online sessions'),
  allUsers: t('全部用户', 'All users'),
  allAssets: t('全部资产', 'All assets'),
  connectedNow: t('当前已连接', 'Connected now'),
  overview: t('会话统计', 'Sessions overview'),
  weekly: t('按周', 'Weekly'),
  monthly: t('按月', 'Monthly'),
  period: t('统计周期', 'Period'),
  loginCount: t('登录次数', 'Login count'),
  activeUsers: t('活跃用户', 'Active users'),
  activeAssets: t('活跃资产', 'Active assets'),
  noSessions: t('这段时间没有会话', 'No sessions in this time'),
  noSessionsWhy: t(
    '用户连接资产之后，这里会显示每天的登录次数、活跃用户和活跃资产。',
    'When people connect to assets, this shows the logins, active users and active assets of each day.',
  ),
  ratios: t('占比统计', 'User, Asset active ratio'),
  userRatio: t('用户占比统计', 'User ratio'),
  assetRatio: t('资产占比统计', 'Asset ratio'),
  usersActive: t('近期登录过', 'Active'),
  usersDisabled: t('禁用的', 'Disabled'),
  usersAway: t('近期未登录过', 'Not seen'),
  assetsActive: t('近期被登录过', 'Active'),
  assetsDisabled: t('禁用的', 'Disabled'),
  assetsAway: t('近期未被登录', 'Not visited'),
  noUsers: t('还没有用户', 'No users yet'),
  noAssets: t('还没有资产', 'No assets yet'),
  topUsers: t('周用户 TOP10', 'Top users of the week'),
  topAssets: t('周资产 TOP10', 'Top assets of the week'),
  times: t(
    (n: number) => `${n} 次/周`,
    (n: number) => `${n} times/week`,
  ),
  latest: t('最近10次登录', 'Latest sessions top 10'),
  loggedInTo: t('登录了', 'logged in to'),
  nothingThisWeek: t('本周还没有会话', 'No sessions this week'),
  ago: t(
    (time: string) => `${time}前`,
    (time: string) => `${time} ago`,
  ),
  running: t('进行中', 'Running'),
}

export const say = messages(words)
