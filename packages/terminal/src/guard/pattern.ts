// Regular expressions written by people and matched on what others type: each must run in linear time.
import { RE2JS } from 're2js'

export interface Pattern {
  matches(text: string): boolean
}

/** Takes time in proportion to the text, whatever it is. Lookaround and back-references have no such promise: with them it throws. */
export const createPattern = (content: string): Pattern => {
  const pattern = RE2JS.compile(content, RE2JS.CASE_INSENSITIVE)
  return { matches: (text) => pattern.matcher(text).find() }
}

/** `broken` is no expression for anybody; `unsafe` is one that other engines run, in a time that nobody knows. */
export const patternFault = (content: string): 'broken' | 'unsafe' | undefined => {
  try {
    createPattern(content)
    return undefined
  } catch {
    return isKnownElsewhere(content) ? 'unsafe' : 'broken'
  }
}

const isKnownElsewhere = (content: string): boolean => {
  try {
    return Boolean(new RegExp(content))
  } catch {
    return false
  }
}
