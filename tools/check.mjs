// `npm run check`: what must be true of every commit, in under two minutes: types, arrows, lint, unit tests, golden files.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build, install } from './setup.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install()
build()

const steps = [
  ['The arrows', ['tools/dist/arrows.js']],
  ['Lint and format', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['Unit tests', ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit']],
  ['Golden files', ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', 'golden', 'schema']],
]

for (const [name, args] of steps) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status === 0) continue
  console.error(`${name}: failed`)
  process.exit(1)
}
