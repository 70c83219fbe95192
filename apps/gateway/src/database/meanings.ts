// Everything a statement may mean, for the guard: neither a comment nor a string shall hide a word from it. Pure.
import type { Reading } from '@drawbridge/terminal'
import { type Dialect, type Piece, scan } from './statements.ts'

/** Whether the server reads a comment with a version as code depends on its own; each of the ways is judged. More of them nobody writes in earnest. */
const MOST_VERSIONS = 5
/** Strings hold statements that hold strings. */
const DEEPEST = 3

/** Undefined when it cannot be told what it means. */
export const meaningsOf = (statement: string, dialect: Dialect): Reading | undefined => {
  const texts = read(statement, dialect, 0)
  return texts && { texts: [...new Set(texts.map(tidy).filter(Boolean))] }
}

const read = (statement: string, dialect: Dialect, depth: number): string[] | undefined => {
  const { pieces } = scan(`${statement}\n`, { dialect, delimiter: '\u0000' })
  const versions = pieces.filter(({ kind }) => kind === 'version')
  if (versions.length > MOST_VERSIONS) return undefined
  const ways = Array.from({ length: 2 ** versions.length }, (_, way) => spell(pieces, way))
  // What is enclosed is read by itself; apart, so that the words of two strings never join.
  const enclosed = pieces.filter(({ kind }) => kind !== 'code').map(({ inner }) => unescaped(inner))
  const below = depth < DEEPEST && enclosed.length > 0 ? read(enclosed.join('\n\u0001\n'), dialect, depth + 1) : []
  return below && [...ways, bare(statement), joined(statement), ...below]
}

/** As the server reads it, with these of the versioned comments as code. */
const spell = (pieces: readonly Piece[], way: number): string => {
  let version = 0
  return pieces
    .map(({ kind, raw, inner }) => {
      if (kind === 'version') return way & (1 << version++) ? ` ${inner} ` : ' '
      return kind === 'comment' ? ' ' : raw
    })
    .join('')
}

/** Without any sign that encloses something, whatever the server takes them for. */
const bare = (text: string): string => text.replaceAll(/\/\*(?:M?!\d*)?|\*\/|--|#|['"`$\\]/g, ' ')

/** Strings that are put together from parts: 'dr' 'op', 'dr' || 'op', concat('dr', 'op'). */
const joined = (text: string): string => text.replaceAll(/(['"])\s*(?:\|\||,)?\s*\1/g, '')

const unescaped = (text: string): string =>
  text
    .replaceAll(/\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{4}))/gi, (_, byte, sign) =>
      String.fromCharCode(Number.parseInt(byte ?? sign, 16)),
    )
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/(['"`])\1/g, '$1')

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const SECRET =
  /(\bidentified\s+(?:(?:with|via)\s+\S+\s+)?(?:by|as|using)\s*(?:password\s*)?\(?|\bpassword(?:\s*[=(]\s*|\s+))(?:[eE]?'(?:[^'\\]|\\.|'')*'?|"(?:[^"\\]|\\.|"")*"?)/gi

/** For the log of commands: passwords of accounts are not written down. */
export const concealed = (statement: string): string => statement.replaceAll(SECRET, "$1'******'")
