// How many columns a text takes, so that names in both languages stand in columns, on narrow windows too.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** Accents and joiners stand in the place of the sign before them. */
const NONE = /[\p{Mn}\p{Me}]|[\u200b-\u200f]/u

const widthOfSign = (sign: string): number => (sign < '\u0300' ? 1 : WIDE.test(sign) ? 2 : NONE.test(sign) ? 0 : 1)

export const widthOf = (text: string): number => {
  let sum = 0
  for (const sign of text) sum += widthOfSign(sign)
  return sum
}

/** Exactly so many columns: cut with a mark, or filled up. */
export const fit = (text: string, columns: number): string => {
  const width = widthOf(text)
  if (width <= columns) return text + ' '.repeat(columns - width)
  let cut = ''
  let used = 0
  for (const sign of text) {
    const next = widthOfSign(sign)
    if (used + next > columns - 1) break
    cut += sign
    used += next
  }
  return `${cut}…${' '.repeat(Math.max(0, columns - 1 - used))}`
}
