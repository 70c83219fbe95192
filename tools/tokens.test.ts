import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '../apps/console/src')
const read = (ending: RegExp): string =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
    .join('\n')
const found = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name!))

it('no style asks for a token that nobody gives, unless it says what else to take', () => {
  const styles = read(/\.css$/)
  const given = found(styles + read(/\.tsx?$/), /(--db-[\w-]+)['"]?\]?\s*[:,]/g)
  const asked = found(styles, /var\((--db-[\w-]+)\)/g)
  expect([...asked].filter((name) => !given.has(name))).toEqual([])
})
