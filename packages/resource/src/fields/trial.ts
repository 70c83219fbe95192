// What the tests of the kinds have in common: a reader, and the reasons why a value is refused.
import { type AnyField, Invalid, type Reader } from '../field.ts'
import type { Lang } from '../label.ts'

export const readerIn = (lang: Lang, zone = 'Asia/Shanghai'): Reader => ({
  lang,
  zone,
  now: new Date('2021-04-14T02:32:25Z'),
})

export const taken = (one: AnyField, raw: unknown): unknown => one.parse(raw, readerIn('en'))

export const reasons = (one: AnyField, raw: unknown, lang: Lang = 'en'): unknown => {
  try {
    return { taken: one.parse(raw, readerIn(lang)) }
  } catch (problem) {
    if (problem instanceof Invalid) return problem.say(lang)
    throw problem
  }
}
