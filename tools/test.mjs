// `npm test`: everything, from a fresh clone on. Ends with a line that counts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startOutsidePostgres } from './outside-postgres.mjs'
import { build, install } from './setup.mjs'
import { installPrograms } from './system.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install()
installPrograms()
build()

const reports = mkdtempSync(join(tmpdir(), 'drawbridge-reports-'))
let passed = 0
let failed = 0
const broken = []

step('arrows', ['tools/dist/arrows.js'])
step('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'])
// Tests wait for databases a good deal: even a small machine runs two files at once. A browser wants it all.
const workers = `--maxWorkers=${Math.max(2, availableParallelism() - 1)}`
const pieces = ['unit', 'api', 'faults'].flatMap((name) => ['--project', name])
tests('units, API on the embedded database, faults', [...pieces, workers])
tests('journeys in a browser', ['--project', 'e2e'])
const outside = await startOutsidePostgres()
try {
  tests('API on a PostgreSQL server', ['--project', 'api', workers], { TEST_DATABASE_URL: outside.url })
} finally {
  outside.stop()
}

rmSync(reports, { recursive: true, force: true })
for (const name of broken) console.log(`failed: ${name}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function step(name, args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) broken.push(name)
  count(name, status === 0 ? 1 : 0, status === 0 ? 0 : 1)
}

function tests(name, args, env = {}) {
  const report = join(reports, `${passed}-${failed}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args, ...reporters], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  let result = { numPassedTests: 0, numFailedTests: 0 }
  try {
    result = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    // No report: the runner itself failed, which counts below.
  }
  // A file that cannot even be loaded has no failed test of its own.
  for (const file of result.testResults ?? []) broken.push(...failures(file))
  count(name, result.numPassedTests, Math.max(result.numFailedTests, status === 0 ? 0 : 1))
}

/** What went wrong in a file, a line each: whoever reads only the end of the output still learns it. */
function failures({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name)
  const tests = assertionResults.filter((test) => test.status === 'failed')
  if (tests.length === 0 && status === 'failed') return [`${file}: ${message.split('\n')[0]}`]
  return tests.map((test) => `${file}: ${test.fullName}: ${(test.failureMessages[0] ?? '').split('\n')[0]}`)
}

function count(name, good, bad) {
  passed += good
  failed += bad
  console.log(`${name}: ${good} passed, ${bad} failed`.replace(/^/, '— '))
}
