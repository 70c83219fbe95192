// `npm run verify-audit -- [--heads FILE]… [--key FILE] [--json]`
// Proves that the audit is whole, or names every place where it is not. Exit code 0: whole, 1: not, 2: could not look.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { headsFileOf } from '../platform/audit/heads-file.ts'
import { headsKeyFile, readHeadsKey } from '../platform/audit/heads-key.ts'
import { reportText } from '../platform/audit/report-text.ts'
import { type VerifyOptions, verifyAudit } from '../platform/audit/verify.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { reachDatabase } from '../platform/db/reach.ts'
import { createLog } from '../platform/log.ts'
import { StartFailure } from '../platform/start-failure.ts'

const USAGE = 'Usage: npm run verify-audit -- [--heads FILE]… [--key FILE] [--json]'
const COULD_NOT_LOOK = 2

try {
  process.exitCode = await run(process.argv.slice(2), readConfig(process.env))
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = COULD_NOT_LOOK
}

async function run(args: string[], config: Config): Promise<number> {
  const { json, options } = readOrder(args, config)
  const reached = await reachDatabase(config, createLog('error'))
  try {
    const report = await verifyAudit(reached.database, options)
    process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report))
    return report.findings.length === 0 ? 0 : 1
  } finally {
    await reached.close()
  }
}

function readOrder(args: string[], { dataDir }: Config): { json: boolean; options: VerifyOptions } {
  const { heads = [], key, json = false } = parse(args)
  // Meant from where the operator stands; the runner of commands has moved to the root of the project.
  const here = (file: string) => resolve(process.env.INIT_CWD ?? '.', file)
  const options: VerifyOptions = {
    ...(heads.length > 0 ? { copies: heads.map(here) } : { heads: headsFileOf(dataDir) }),
    key: readHeadsKey(key === undefined ? headsKeyFile(dataDir) : here(key)),
  }
  if (key !== undefined && !options.key) throw new StartFailure(`There is no key file ${here(key)}`)
  return { json, options }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { heads: { type: 'string', multiple: true }, key: { type: 'string' }, json: { type: 'boolean' } },
    }).values
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n${USAGE}`)
  }
}
