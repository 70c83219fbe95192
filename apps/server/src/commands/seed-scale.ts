// `npm run seed:scale -- [--assets 1000000] [--nodes 20000] [--users 10000] [--rules 20000] [--name Scale]`
import { parseArgs } from 'node:util'
import { readConfig } from '../platform/config.ts'
import { reachDatabase } from '../platform/db/reach.ts'
import { createLog } from '../platform/log.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { grow, SCALE, type Size } from './scale.ts'

const USAGE = 'Usage: npm run seed:scale -- [--assets N] [--nodes N] [--users N] [--rules N] [--name NAME]'

try {
  const { size, name } = readSize(process.argv.slice(2))
  const reached = await reachDatabase(readConfig(process.env), createLog('error'))
  const since = Date.now()
  try {
    const { org, rich } = await grow(size, name, reached.database.db, (line) => process.stdout.write(`${line}\n`))
    process.stdout.write(
      `The organization "${name}" (${org}) is ready after ${Math.round((Date.now() - since) / 1000)} s; `,
    )
    process.stdout.write(`the user who sees most of it is ${rich}\n`)
  } finally {
    await reached.close()
  }
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}

function readSize(args: string[]): { size: Size; name: string } {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({ args, options: { assets: text, nodes: text, users: text, rules: text, name: text } })
    const count = (given: string | undefined, preset: number) => {
      if (given === undefined) return preset
      if (/^[1-9]\d{0,7}$/.test(given)) return Number(given)
      throw new Error(`"${given}" is no number of things`)
    }
    return {
      name: values.name ?? 'Scale',
      size: {
        assets: count(values.assets, SCALE.assets),
        nodes: count(values.nodes, SCALE.nodes),
        users: count(values.users, SCALE.users),
        rules: count(values.rules, SCALE.rules),
      },
    }
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n${USAGE}`)
  }
}
