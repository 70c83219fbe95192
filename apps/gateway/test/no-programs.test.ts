// What people type is never given to a program of this machine.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const sources = fileURLToPath(new URL('../src', import.meta.url))

it('[T30] the gateway starts no program, so that no client of a database or a cluster can be made to run one', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ts$/.test(name))
  expect(files.length).toBeGreaterThan(50)
  const starters = files.filter((name) =>
    /child_process|worker_threads|node-pty|process\.binding|\bexecFile|\beval\(|new Function/.test(
      readFileSync(join(sources, name), 'utf8'),
    ),
  )
  expect(starters).toEqual([])
})
