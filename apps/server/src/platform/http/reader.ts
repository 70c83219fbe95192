// The reader of an answer: their language and time zone, from cookies and headers.
import { DEFAULT_ZONE, isZone, type Lang, type Reader } from '@drawbridge/resource'

export const LANGUAGE_COOKIE = 'django_language'

export interface Heard {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
}

export const readerOf = ({ headers, cookies }: Heard, now: Date): Reader => ({
  lang: cookies[LANGUAGE_COOKIE] ? langOf(cookies[LANGUAGE_COOKIE]) : preferred(headers['accept-language']),
  zone: zoneOf(headers['x-tz']),
  now,
})

const langOf = (tag: string): Lang => (/^en\b/i.test(tag.trim()) ? 'en' : 'zh')

/** The first language of the list that is ours; Chinese where none is. */
const preferred = (header: string | string[] | undefined): Lang => {
  const tags = String(header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find(Boolean)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
  const ours = tags.filter(({ tag }) => /^(zh|en)\b/i.test(tag)).sort((a, b) => b.weight - a.weight)[0]
  return ours ? langOf(ours.tag) : 'zh'
}

const zoneOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && header.length < 64 && isZone(header) ? header : DEFAULT_ZONE
