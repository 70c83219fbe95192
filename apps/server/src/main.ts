// Starts the server, says where it is, and stops it when told to.
import { introduce } from './demo.ts'
import { type Config, readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { StartFailure } from './platform/start-failure.ts'
import { type Server, startServer } from './server.ts'

const log = createLog(process.env.LOG_LEVEL === 'debug' ? 'debug' : 'info')

const stop = async (server: Server, code: number) => {
  // A stop that hangs is worse than one that is not clean.
  setTimeout(() => process.exit(code || 1), 20_000).unref()
  await server.close()
  process.exit(code)
}

try {
  const config = readConfig(process.env, process.argv.slice(2))
  let server: Server | undefined
  server = await startServer(config, { log, onLost: () => server && void stop(server, 1) })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(server, 0))
  process.on('disconnect', () => void stop(server, 0))
  announce(server, config)
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(error.exitCode)
}

function announce({ url, firstPassword, demoPassword }: Server, config: Config): void {
  process.stdout.write(`Drawbridge is ready at ${url}\n`)
  if (firstPassword)
    process.stdout.write(`First administrator: admin, password: ${firstPassword} (shown only this once)\n`)
  if (demoPassword) process.stdout.write(introduce(demoPassword, config))
  process.send?.({ ready: true, url, demoPassword })
}
