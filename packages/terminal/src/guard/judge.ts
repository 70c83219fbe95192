// Decides whether a typed command may run. Pure: takes rules and text, gives a verdict.
import { createPattern } from './pattern.ts'
import { type Deed, reach, type Unknown } from './reach.ts'

export interface Rule {
  readonly id: string
  readonly type: 'command' | 'regex'
  /** One command, or one regular expression, a line. */
  readonly content: string
  /** 100 is matched first. */
  readonly priority: number
  readonly action: 'deny' | 'allow'
}

export type Verdict =
  | { readonly allowed: true; readonly rule?: string; readonly unsure?: readonly Unknown[] }
  | { readonly allowed: false; readonly rule: string; readonly matched: string }

export interface Guard {
  /** What the rules say to a line as it is about to be sent. */
  judge(line: string): Verdict
  /** Rules that cannot work as written, with the reason. */
  readonly broken: readonly { readonly rule: string; readonly reason: string }[]
}

interface Compiled {
  readonly id: string
  readonly action: Rule['action']
  matches(text: string): boolean
}

/** Everything a line may mean: each of these texts is judged. */
export interface Reading {
  readonly texts: readonly string[]
  readonly unknown?: readonly Unknown[]
  /** There is more than could be read: nobody writes that by hand. */
  readonly endless?: boolean
}

export type Read = (line: string) => Reading

/** By priority, then what denies before what allows: among equals the careful one counts. Lines are those of a shell unless another reader is given. */
export const createGuard = (rules: readonly Rule[], read: Read = ofShell): Guard => {
  const broken: { rule: string; reason: string }[] = []
  const ordered = [...rules].sort(
    (a, b) => b.priority - a.priority || (a.action === b.action ? 0 : a.action === 'deny' ? -1 : 1),
  )
  const compiled = ordered.flatMap((rule): Compiled[] => {
    try {
      return [compile(rule)]
    } catch (error) {
      broken.push({ rule: rule.id, reason: (error as Error).message })
      // A rule that was meant to deny and cannot be read denies nothing, and says so.
      return []
    }
  })
  return { broken, judge: (line) => judge(line, compiled, read) }
}

const ofShell: Read = (line) => {
  const { deeds, endless } = reach(line)
  return { texts: deeds.map(({ text }) => text), unknown: deeds.flatMap(({ unknown }: Deed) => unknown ?? []), endless }
}

const judge = (line: string, rules: readonly Compiled[], read: Read): Verdict => {
  if (rules.length === 0 || line.trim() === '') return { allowed: true }
  const { texts: meanings, unknown = [], endless } = read(line)
  const denying = rules.find(({ action }) => action === 'deny')
  if (endless && denying) return { allowed: false, rule: denying.id, matched: line }
  // The line as typed counts too: that is what whoever wrote the rule had in mind.
  const texts = [...new Set([line, ...meanings])]
  let allowing: string | undefined
  for (const text of texts) {
    const rule = rules.find((one) => one.matches(text))
    if (rule?.action === 'deny') return { allowed: false, rule: rule.id, matched: text }
    allowing ??= rule?.id
  }
  const unsure = [...new Set(unknown)]
  return { allowed: true, ...(allowing ? { rule: allowing } : {}), ...(unsure.length > 0 ? { unsure } : {}) }
}

const compile = ({ id, type, content, action }: Rule): Compiled => {
  const lines = content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length === 0) throw new Error('no command is named')
  if (type === 'regex') {
    // A rule that cannot run in linear time is reported as broken.
    const patterns = lines.map(createPattern)
    return { id, action, matches: (text) => patterns.some((pattern) => pattern.matches(text)) }
  }
  const pattern = new RegExp(lines.map(asPattern).join('|'), 'i')
  return { id, action, matches: (text) => pattern.test(text) }
}

/** Whole words, whatever space is between them. */
const asPattern = (line: string): string => {
  const words = line.split(/\s+/).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const [first, last] = [words[0]!, words.at(-1)!]
  const begin = /^\w/.test(first) ? '(?<![\\w-])' : ''
  const end = /\w$/.test(last) ? '(?![\\w-])' : ''
  return `${begin}${words.join('\\s+')}${end}`
}
