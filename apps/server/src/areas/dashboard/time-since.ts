import { type Label, type Lang, label } from '@drawbridge/resource'

type Unit = readonly [seconds: number, one: Label, many: Label]

const unit = (seconds: number, zh: string, en: string): Unit => [seconds, label(zh, en), label(zh, `${en}s`)]

const units: readonly Unit[] = [
  unit(31_536_000, '年', 'year'),
  unit(2_592_000, '个月', 'month'),
  unit(604_800, '周', 'week'),
  unit(86_400, '天', 'day'),
  unit(3_600, '小时', 'hour'),
  unit(60, '分钟', 'minute'),
  unit(1, '秒', 'second'),
]

const justNow = label('刚刚', 'just now')

/** How long ago, in the largest unit that fits: `3 minutes`. */
export const timeSince = (then: Date, now: Date, lang: Lang): string => {
  const passed = Math.floor((now.getTime() - then.getTime()) / 1_000)
  const found = units.find(([seconds]) => passed >= seconds)
  if (!found) return justNow[lang]
  const [seconds, one, many] = found
  const count = Math.floor(passed / seconds)
  return `${count} ${(count === 1 ? one : many)[lang]}`
}
