import { messages } from '../words/messages.ts'
import { playerWords } from './player-words.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const say = messages({
  ...playerWords,
  monitor: t('监控', 'Monitor'),
  live: t('实时', 'Live'),
  away: t('连接中断，正在恢复 …', 'The line was cut; coming back …'),
  overBecause: t(
    (reason: string) => `会话已结束：${reason}`,
    (reason: string) => `The session has ended: ${reason}`,
  ),
  noLonger: t('您不能再观看此会话。', 'You can no longer watch this session.'),
  toReplay: t('播放录像', 'Play the recording'),
  terminate: t('终断会话', 'Terminate the session'),
  terminateAsked: t(
    (user: string) => `要终断 ${user} 的会话吗？对方正在进行的操作会被中断。`,
    (user: string) => `Terminate the session of ${user}? What they are doing is interrupted.`,
  ),
  terminating: t('已下达终断命令，会话将很快结束', 'The order was given; the session ends in a moment'),
  sharedWithYou: t('分享给您', 'Shared with you'),
  linkNowhere: t('此链接已失效', 'This link leads nowhere'),
  linkNowhereHint: t(
    '分享已停止或过期，会话已结束，或者链接不是给您的。',
    'Sharing was stopped or has expired, the session has ended, or the link is not for you.',
  ),
  linkUnreachable: t('暂时无法观看此会话', 'The session cannot be watched right now'),
  noSession: t('地址中没有会话', 'The address names no session'),
  notThere: t('没有找到录像', 'There is no recording'),
  notThereHint: t(
    '会话不存在，不在当前组织，或者没有录像。',
    'The session does not exist, is not in this organisation, or was not recorded.',
  ),
  unreadable: t('录像文件无法读取', 'The file of the recording cannot be read'),
  again: t('重试', 'Retry'),
  loading: t('加载中', 'Loading'),
  running: t('进行中', 'Running'),
  toNow: t('跳到最新', 'To the latest'),
  commands: t('命令', 'Commands'),
  noCommands: t('没有命令记录', 'No commands were recorded'),
  search: t('在画面中搜索', 'Search what was shown'),
  searching: t(
    (percent: number) => `已搜索 ${percent}%`,
    (percent: number) => `${percent} % searched`,
  ),
  found: t(
    (count: number) => `找到 ${count} 处`,
    (count: number) => (count === 1 ? 'Found once' : `Found ${count} times`),
  ),
  foundMost: t(
    (count: number) => `只显示前 ${count} 处`,
    (count: number) => `Only the first ${count} are shown`,
  ),
  searchFailed: t('搜索没有完成', 'The search could not be finished'),
  download: t('下载录像', 'Download the recording'),
  downloadPage: t('下载为网页', 'Download as a page'),
  downloadPageHint: t(
    '一个文件，用任何浏览器打开即可播放，无需联网',
    'One file that plays in any browser, without a network',
  ),
  nothingYet: t('还没有内容', 'Nothing was recorded yet'),
})
