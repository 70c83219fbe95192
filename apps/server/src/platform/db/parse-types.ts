// How values of PostgreSQL become values of JavaScript. Stated here, because the driver's defaults depend on its version.
import pg from 'pg'

type Parser = (text: string) => unknown

const parsers = new Map<number, Parser>([
  [20, integer],
  [1016, list(integer)],
  [1700, Number],
  [1231, list(Number)],
  [1082, String],
  [1182, list(String)],
  [1114, (text) => new Date(`${text.replace(' ', 'T')}Z`)],
  [1184, (text) => new Date(isoOf(text))],
  [114, JSON.parse],
  [3802, JSON.parse],
])

export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as never,
}

// Beyond 2^53 a number would lie; the text does not.
function integer(text: string) {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

// For elements that need no quotes.
function list(parse: Parser): Parser {
  return (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((one) => (one === 'NULL' ? null : parse(one)))
}

// Sessions run in UTC: 2026-01-31 08:00:00.123456+00.
function isoOf(text: string) {
  return text.replace(' ', 'T').replace(/\+00$/, 'Z')
}
