export type Cell = string | number | boolean | null

// A text a spreadsheet program would run gets one leading quote. The rule also covers texts that already begin with
// quotes (`'=1`), so taking exactly one quote off again gives back what was written.
export const safeCell = (text: string): string => (runs(text) ? `'${text}` : text)

export const plainCell = (text: string): string => (text[0] === "'" && runs(text.slice(1)) ? text.slice(1) : text)

// Chinese and Japanese editions of Excel take the full-width signs for their narrow twins, and some programs trim a
// cell before they look at its first character.
const runs = (text: string): boolean => dangerous.test(text)
const dangerous = /^'*[\t\r\n]|^['\s]*[=+\-@＝＋－＠]/
