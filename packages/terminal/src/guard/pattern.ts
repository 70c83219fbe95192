// Regular expressions of rules: written by people and matched on every line, so each must run in linear time.
import { RE2JS } from 're2js'

/** Throws where the engine cannot promise that: lookaround, back-references, and what is no expression at all. */
export const compilePattern = (content: string): RE2JS => RE2JS.compile(content, RE2JS.CASE_INSENSITIVE)

/** `broken` is no expression for anybody; `unsafe` is one that other engines run, in a time that nobody knows. */
export const patternFault = (content: string): 'broken' | 'unsafe' | undefined => {
  try {
    compilePattern(content)
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
