// Runs vitest until it is done, or until the time for tests is up: then what runs is finished and the rest is left.
import { createVitest, parseCLI } from 'vitest/node'
import { Tally } from './tally.mjs'

const until = Number(process.env.TEST_UNTIL || Number.POSITIVE_INFINITY)
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const vitest = await createVitest('test', { ...options, reporters: ['default', new Tally(process.env.TEST_TALLY)] })
const left = until - Date.now()
const timer = Number.isFinite(left) && setTimeout(() => vitest.cancelCurrentRun('keyboard-input'), Math.max(0, left))
await vitest.start(filter)
clearTimeout(timer)
await vitest.close()
process.exit()
