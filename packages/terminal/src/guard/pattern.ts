// Regular expressions written by people, matched on what others type.
import { RE2JS } from 're2js'

export interface Pattern {
  matches(text: string): boolean
}

/** Takes time in proportion to the text, whatever it is. Lookaround and back-references have no such promise: with them it throws. */
export const createPattern = (content: string): Pattern => {
  const pattern = RE2JS.compile(content, RE2JS.CASE_INSENSITIVE)
  return { matches: (text) => pattern.matcher(text).find() }
}
