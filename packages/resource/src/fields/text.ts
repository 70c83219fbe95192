// Texts of every kind. A text that is not required may be blank and is then the empty text.
import { type Common, type Field, field, type Maybe, refuse, type StoredBy, type WireType } from '../field.ts'
import type { Label } from '../label.ts'
import { words } from '../words.ts'
import { isLonger, storable } from './storable.ts'

export interface TextOptions extends Common<string | null> {
  readonly max?: number
  readonly min?: number
  readonly search?: boolean | 'prefix'
  readonly pattern?: { readonly test: RegExp; readonly otherwise: Label }
  /** Kept as typed: passwords and keys may begin or end with a space. */
  readonly untrimmed?: boolean
}

type TextField<O> = Field<Maybe<string, O>, StoredBy<O>>
type Form = (text: string) => boolean

const textual =
  (kind: string, type: WireType, otherwise?: Label, form?: Form) =>
  <const O extends TextOptions = {}>(label: Label, options: O = {} as O): TextField<O> =>
    field(
      kind,
      type,
      label,
      options as Common<any>,
      {
        column: 'text',
        // Without a default of its own an optional text is empty, as a form leaves it.
        default: options.default ?? (options.required || options.nullable ? undefined : ''),
        maxLength: options.max,
        minLength: options.min,
        search: options.search,
        parse: (raw: unknown) => {
          if (typeof raw !== 'string' && typeof raw !== 'number') return refuse(words.text)
          const text = storable(options.untrimmed ? String(raw) : String(raw).trim())
          if (text === '') return options.required ? refuse(words.blank) : options.nullable && form ? null : text
          if (options.max !== undefined && isLonger(text, options.max)) return refuse(words.tooLong(options.max))
          if (options.min !== undefined && [...text].length < options.min) return refuse(words.tooShort(options.min))
          if (form && !form(text)) return refuse(otherwise ?? words.format)
          if (options.pattern && !options.pattern.test.test(text)) return refuse(options.pattern.otherwise)
          return text
        },
      } as Partial<TextField<O>> & Pick<TextField<O>, 'parse'>,
    )

const httpUrl: Form = (text) => /^https?:\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(:\d{1,5})?([/?#]\S*)?$/i.test(text)

export const text = textual('text', 'string')
export const email = textual('email', 'email', words.email, (t) => /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(t))
export const url = textual('url', 'url', words.url, httpUrl)
export const ip = textual('ip', 'string', words.ip, (t) => isIp(t))
export const cron = textual('cron', 'string', words.cron, (t) => isCron(t))

const isIp = (text: string): boolean => isIpv4(text) || isIpv6(text)

export const isIpv4 = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256)

export const isIpv6 = (text: string): boolean => {
  const halves = text.split('::')
  if (!text.includes(':') || halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const tail = groups.at(-1)
  const embedded = tail?.includes('.') ? isIpv4(tail) : undefined
  if (embedded === false) return false
  const size = groups.length + (embedded ? 1 : 0)
  const hex = embedded ? groups.slice(0, -1) : groups
  return hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) && (halves.length === 2 ? size < 8 : size === 8)
}

const ranges: readonly (readonly [number, number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
]

/** Five fields in Linux form: minute hour day month week. */
export const isCron = (text: string): boolean => {
  const parts = text.trim().split(/\s+/)
  return parts.length === ranges.length && parts.every((part, i) => cronPart(part, ranges[i]!))
}

const names: Readonly<Record<number, RegExp>> = {
  12: /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i,
  7: /^(sun|mon|tue|wed|thu|fri|sat)$/i,
}

const cronPart = (part: string, [low, high]: readonly [number, number]): boolean =>
  part.split(',').every((item) => {
    const [span = '', step, more] = item.split('/')
    if (more !== undefined || (step !== undefined && !(/^\d+$/.test(step) && Number(step) > 0))) return false
    if (span === '*') return true
    if (names[high]?.test(span)) return true
    const ends = span.split('-')
    if (ends.length > 2 || !ends.every((end) => /^\d+$/.test(end))) return false
    const [from, to = from] = ends.map(Number)
    return from! >= low && to! <= high && from! <= to!
  })
