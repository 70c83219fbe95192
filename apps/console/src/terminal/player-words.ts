// What players say, in the console and away from it.
const t = <W>(zh: W, en: W) => ({ zh, en })

export const playerWords = {
  titleOf: t(
    (what: string, user: string, asset: string) => `${what}：${user} → ${asset}`,
    (what: string, user: string, asset: string) => `${what}: ${user} → ${asset}`,
  ),
  replay: t('回放', 'Replay'),
  loadFailed: t('录像没有加载成功', 'The recording could not be loaded'),
  play: t('播放', 'Play'),
  pause: t('暂停', 'Pause'),
  timeline: t('时间轴', 'Timeline'),
  position: t(
    (at: string, whole: string) => `${at}，共 ${whole}`,
    (at: string, whole: string) => `${at} of ${whole}`,
  ),
  speed: t('速度', 'Speed'),
  skipPauses: t('跳过停顿', 'Skip pauses'),
  screen: t('会话的屏幕', 'The screen of the session'),
  damaged: t(
    '录像的一部分与校验值不符，可能被改动过。',
    'A part of this recording does not match its hash: it may have been changed.',
  ),
  cut: t(
    '会话已结束，但录像没有正常收尾：之后的内容可能缺失。',
    'The session is over, but its recording was not finished: what came later may be missing.',
  ),
} as const
