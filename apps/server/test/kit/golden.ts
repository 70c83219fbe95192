// Files that say what is exposed. A change of them is a change that somebody must look at.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

/** Compares with the file; UPDATE_GOLDEN=1 writes it anew. */
export const expectGolden = (file: URL, content: string): void => {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, content)
  const known = existsSync(file) ? readFileSync(file, 'utf8') : ''
  expect(content, `${file.pathname.split('/').at(-1)} differs: look at the change, then run with UPDATE_GOLDEN=1`).toBe(
    known,
  )
}
