// `npm run check`: what must be true of every commit, in under two minutes: types, arrows, lint, unit tests, golden files.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build, install } from './setup.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install()
build()

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--project']
const steps = [
  ['The arrows', ['tools/dist/arrows.js']],
  ['Lint and format', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['Golden files', [...VITEST, 'api', 'golden', 'schema', 'openapi']],
  ['Unit tests', [...VITEST, 'unit']],
]

// Together: each of them leaves a core idle half of its time. What one says is shown when it ends.
const failed = (await Promise.all(steps.map(run))).filter((name) => name !== undefined)
for (const name of failed) console.error(`${name}: failed`)
process.exit(failed.length > 0 ? 1 : 0)

function run([name, args]) {
  return new Promise((resolve) => {
    const said = []
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part))
    child.once('close', (status) => {
      process.stdout.write(Buffer.concat([Buffer.from(`\n— ${name}\n`), ...said]))
      resolve(status === 0 ? undefined : name)
    })
  })
}
