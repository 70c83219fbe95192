// `npm run licence -- --corporation X --days 365 [--edition …] [--assets N] [--installation ID] [--out FILE]`
// Issues a licence with the installation's own key. Without --out it goes to standard output.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { issue } from '../areas/xpack/index.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { reachDatabase } from '../platform/db/reach.ts'
import { hasLicenceKeys, licenceKeys } from '../platform/licence.ts'
import { createLog } from '../platform/log.ts'
import { StartFailure } from '../platform/start-failure.ts'

const USAGE =
  'Usage: npm run licence -- --corporation NAME [--days 365] [--edition NAME] [--assets NUMBER] [--installation ID] [--out FILE]'

try {
  await run(process.argv.slice(2), readConfig(process.env))
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}

async function run(args: string[], config: Config): Promise<void> {
  const order = readOrder(args)
  if (!hasLicenceKeys(config.dataDir))
    throw new StartFailure(
      `The data folder ${config.dataDir} has no key to sign licences with: set DATA_DIR, or start the server once`,
    )
  const installation = order.installation ?? (await ownInstallation(config))
  const { privateKey } = licenceKeys(config.dataDir)
  const licence = issue({ ...order, installation }, privateKey, new Date())
  if (order.out === undefined) process.stdout.write(licence)
  else {
    // Meant from where the operator stands; the runner of commands has moved to the root of the project.
    const file = resolve(process.env.INIT_CWD ?? '.', order.out)
    writeFileSync(file, licence)
    process.stdout.write(`A licence for ${order.corporation} is in ${file}; import it under Settings, License\n`)
  }
}

async function ownInstallation(config: Config): Promise<string> {
  const reached = await reachDatabase(config, createLog('error'))
  try {
    const { db } = reached.database
    const found = await db.selectFrom('installation').select('value').where('name', '=', 'id').executeTakeFirst()
    if (found) return found.value
    throw new StartFailure('This installation has no id yet: start the server once')
  } finally {
    await reached.close()
  }
}

function readOrder(args: string[]) {
  const text = { type: 'string' } as const
  const options = { corporation: text, days: text, edition: text, assets: text, installation: text, out: text }
  let values: Partial<Record<keyof typeof options, string>>
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n${USAGE}`)
  }
  const { corporation, edition, installation, out } = values
  if (!corporation) throw new StartFailure(`--corporation is needed\n${USAGE}`)
  const days = countOf('days', values.days) ?? 365
  return { corporation, days, edition, assets: countOf('assets', values.assets), installation, out }
}

function countOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new StartFailure(`--${name} must be a whole number above 0, not "${text}"\n${USAGE}`)
}
