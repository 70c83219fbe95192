// Excel writes a character that xml cannot carry as `_xHHHH_`, and a text that looks like that with `_x005F_` for its
// first underscore.

export const excelText = (text: string): string => {
  const cut = text.length > MAX_TEXT ? text.slice(0, splitsPair(text) ? MAX_TEXT - 1 : MAX_TEXT) : text
  return special.test(cut) ? cut.replace(lookalike, '_x005F_').replace(everySpecial, escaped) : cut
}

export const plainText = (text: string): string => (text.includes('_x') ? text.replace(escapes, unescaped) : text)

// Excel calls a file damaged when a cell holds a longer text, so the rest is cut off.
const MAX_TEXT = 32_767

const splitsPair = (text: string) => text.codePointAt(MAX_TEXT - 1)! > 0xffff

const special = /[&<>_\p{Cc}\uFFFE\uFFFF]/u
const everySpecial = /[&<>\p{Cc}\uFFFE\uFFFF]/gu
// What follows may be an underscore now, or a character that is about to become one.
const lookalike = /_(?=x[0-9a-f]{4}[_\p{Cc}\uFFFE\uFFFF])/giu
const escapes = /_x([0-9a-f]{4})_/gi

const kept: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\t': '\t', '\n': '\n' }

const escaped = (character: string) =>
  kept[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const unescaped = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))
