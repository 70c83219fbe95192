// `npm run rotate-key -- [--shared]`
// Gives the installation a new master key and seals every secret under it. Servers may run; stopped half-way, run it again.
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../platform/config.ts'
import { reachDatabase } from '../platform/db/reach.ts'
import { createLog } from '../platform/log.ts'
import { type Rotated, rotateInstallation } from '../platform/secrets/rotate-installation.ts'
import { StartFailure } from '../platform/start-failure.ts'

const USAGE = 'Usage: npm run rotate-key -- [--shared]'

try {
  process.exitCode = await run(process.argv.slice(2), readConfig(process.env))
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}

async function run(args: string[], config: Config): Promise<number> {
  const { shared } = parse(args)
  const reached = await reachDatabase(config, createLog('error'))
  try {
    const report = await rotateInstallation(config, reached.database, { shared })
    process.stdout.write(textOf(report))
    return report.failed.length === 0 ? 0 : 1
  } finally {
    await reached.close()
  }
}

function textOf({ resumed, resealed, dropped, failed, current }: Rotated): string {
  const lines = [
    ...(resumed ? ['An earlier rotation had not ended; this one ended it.'] : []),
    `${resealed} value(s) are sealed under the new key ${current} now.`,
    dropped.length > 0 ? `Gone: the old key ${dropped.join(', ')}.` : 'No old key could be dropped.',
    ...failed.map(({ place, id }) => `Not readable, left as it is: ${place} of ${id}; its key is kept.`),
    'Back up the file keys/master.json of the data folder now: older copies of it do not open what is sealed from here on.',
  ]
  return `${lines.join('\n')}\n`
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { shared: { type: 'boolean' } } }).values
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n${USAGE}`)
  }
}
