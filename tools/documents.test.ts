import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const below = (folder: string) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...below('docs'),
  ...below('docs/decisions'),
].filter((path) => path.endsWith('.md'))

/** Links to files, and paths of the tree in code quotes: what a newcomer would open. */
const named = (document: string): string[] => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, to]) => join(dirname(document), to!))
  const paths = [...text.matchAll(/[`(\s]((?:docs|apps|packages|tools|bench|e2e)\/[\w./-]*[\w-])/g)].map(
    ([, to]) => to!,
  )
  return [...new Set([...links, ...paths])]
}

/** `src/embedded*.ts` names a beginning, `NNNN-name.sql` a pattern. */
const isThere = (path: string): boolean => {
  if (path.includes('NNNN') || existsSync(join(ROOT, path))) return true
  const folder = join(ROOT, dirname(path))
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(`${basename(path)}.`))
}

describe('the documents', () => {
  it.each(documents)('%s names only what is there', (document) => {
    expect(named(document).filter((path) => !isThere(path))).toEqual([])
  })
})
