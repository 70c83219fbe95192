// `npm test`: everything, from a fresh clone on. Ends with a line that counts.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startOutsidePostgres } from './outside-postgres.mjs'
import { build, install } from './setup.mjs'
import { installPrograms } from './system.mjs'

const began = Date.now()
// All dice and the longest lists, which take an hour.
if (process.argv.includes('--thorough')) process.env.THOROUGH = '1'
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
// Where a run may not last for ever, TEST_MINUTES ends it in good time: what was not run is named and counted as skipped.
const until = process.env.TEST_MINUTES ? began + Number(process.env.TEST_MINUTES) * 60_000 : undefined
const GRACE_MS = 10 * 60_000
install()
installPrograms()
build()

const notes = mkdtempSync(join(tmpdir(), 'drawbridge-tests-'))
const total = { passed: 0, failed: 0, skipped: 0 }
const broken = []
const left = []

step('arrows', ['tools/dist/arrows.js'])
step('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'])
// Tests wait for databases a good deal: even a small machine runs two files at once. A browser wants it all.
const workers = `--maxWorkers=${Math.max(2, availableParallelism() - 1)}`
const pieces = ['unit', 'gateway', 'api', 'faults'].flatMap((name) => ['--project', name])
await tests('units, gateway, API on the embedded database, faults', [...pieces, workers])
await tests('journeys in a browser', ['--project', 'e2e'])
const outside = await startOutsidePostgres()
try {
  await tests('API on a PostgreSQL server', ['--project', 'api', workers], { TEST_DATABASE_URL: outside.url })
} finally {
  outside.stop()
}

rmSync(notes, { recursive: true, force: true })
for (const name of left) console.log(`not run, the time was up: ${name}`)
for (const name of broken) console.log(`failed: ${name}`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 ? 0 : 1)

function step(name, args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) broken.push(name)
  count(name, { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 })
}

async function tests(name, args, env = {}) {
  const file = join(notes, `${name}.ndjson`)
  if (until && Date.now() > until) {
    left.push(name)
    return count(name, { passed: 0, failed: 0, skipped: 1 })
  }
  await run(['tools/run-tests.mjs', ...args], { ...env, TEST_TALLY: file, TEST_UNTIL: until ?? '' })
  count(name, tallyOf(name, file))
}

/** Ends with the run, or some time after it should have ended. */
function run(args, env) {
  const child = spawn(process.execPath, args, { stdio: 'inherit', detached: true, env: { ...process.env, ...env } })
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  const timer = until && setTimeout(end, until + GRACE_MS - Date.now())
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  return new Promise((resolve) =>
    child.once('exit', () => {
      clearTimeout(timer)
      process.off('SIGINT', end)
      process.off('SIGTERM', end)
      resolve()
    }),
  )
}

function tallyOf(name, file) {
  const lines = linesOf(file)
  const of = (state) => lines.filter((line) => line.state === state)
  const ended = new Set(of('ended').map((line) => line.file))
  const unended = of('planned').filter((line) => !ended.has(line.file))
  const wrong = [...of('failed'), ...of('broken')]
  for (const line of wrong) broken.push([line.file, line.test, line.message].filter(Boolean).join(': '))
  const isUp = until && Date.now() > until
  if (isUp) left.push(...unended.map((line) => `${line.file} (${name})`))
  // A runner that died, or did nothing, is no success.
  else if (of('complete').length === 0 || ended.size === 0 || unended.length > 0) {
    broken.push(`${name}: the run did not come to its end`)
    wrong.push(name)
  }
  return {
    passed: of('passed').length,
    failed: wrong.length,
    skipped: isUp ? unended.length + of('pending').length : 0,
  }
}

function linesOf(file) {
  try {
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}

function count(name, { passed, failed, skipped }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  console.log(`— ${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} not run` : ''}`)
}
