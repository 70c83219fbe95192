// Puts the server together: opens everything in order, and closes it in reverse.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { migrations } from '../migrations/index.ts'
import { areaRoutes, faces, startAreas } from './areas/index.ts'
import { prepareInstallation } from './areas/installation.ts'
import { prepareDemo } from './demo.ts'
import { openDemoDatabase } from './demo-database.ts'
import { openBus } from './platform/bus.ts'
import type { Config } from './platform/config.ts'
import { openDataFolder } from './platform/data-folder.ts'
import { startEmbedded } from './platform/db/embedded.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open.ts'
import { keepHouse } from './platform/housekeeping.ts'
import { createApp } from './platform/http/app.ts'
import type { Route } from './platform/http/route.ts'
import { licenceKeys, openLicence } from './platform/licence.ts'
import type { Log } from './platform/log.ts'
import { outboundGuard } from './platform/outbound.ts'
import { openPost } from './platform/post.ts'
import { Scope } from './platform/scope.ts'
import { sealer } from './platform/secrets/box.ts'
import { openKeyring } from './platform/secrets/keyring.ts'
import type { Services } from './platform/services.ts'
import { openSettings } from './platform/settings.ts'
import { StartFailure } from './platform/start-failure.ts'

export interface Server {
  readonly app: FastifyInstance
  readonly services: Services
  readonly url: string
  /** Set when this start made the first administrator with a password of its own. */
  readonly firstPassword?: string
  /** Set when this start made the people of the demo. */
  readonly demoPassword?: string
  close(): Promise<void>
}

export interface ServerOptions {
  readonly log: Log
  readonly now?: () => Date
  readonly pause?: (milliseconds: number) => Promise<void>
  /** Routes beside those of the areas: tests serve resources of their own. */
  readonly routes?: readonly Route[]
  /** The database gave up for good: the program had better stop. */
  readonly onLost?: () => void
}

export const startServer = async (config: Config, options: ServerOptions): Promise<Server> => {
  const scope = new Scope()
  const { log } = options
  try {
    scope.own(await openDataFolder(config.dataDir), (folder) => folder.release())
    const source = config.databaseUrl
      ? { url: config.databaseUrl }
      : { connection: await embedded(config, scope, options) }
    const database = scope.own(await openDatabase(source, { log }), (database) => database.close())
    await migrate(database.db, migrations)
    const secrets = sealer(openKeyring(join(config.dataDir, 'keys', 'master.json')))
    const settings = await openSettings(database.db, config.env, secrets, log)
    const licence = await openLicence(database.db, licenceKeys(config.dataDir).publicKey)
    const bus = scope.own(await openBus(database.pool, log), (bus) => bus.close())
    bus.on('settings', () => settings.refresh())
    bus.on('licence', () => licence.refresh())
    const post = scope.own(openPost(settings, outboundGuard({ allow: config.outboundAllow }), log), (post) =>
      post.idle(),
    )
    const services: Services = {
      config,
      log,
      database,
      settings,
      secrets,
      licence,
      post,
      bus,
      now: options.now ?? (() => new Date()),
      pause: options.pause ?? ((milliseconds) => sleep(milliseconds)),
    }
    keepHouse(scope, database.db, services.now, log)
    const { firstPassword } = await prepareInstallation(services)
    const demoPassword = config.demo ? await prepareDemo(services) : undefined
    if (config.demo) scope.own(await openDemoDatabase(config, log), (database) => database?.stop())
    await startAreas(services, scope)
    const app = scope.own(
      await createApp(services, [...areaRoutes(services), ...(options.routes ?? [])], faces),
      (app) => app.close(),
    )
    const url = await listen(app, config)
    return {
      app,
      services,
      url,
      firstPassword,
      demoPassword,
      close: () => scope.close((error) => log.warn('closing failed', { error })),
    }
  } catch (error) {
    await scope.close()
    throw error
  }
}

const embedded = async (config: Config, scope: Scope, { log, onLost }: ServerOptions) => {
  const postgres = await startEmbedded({ dataDir: config.dataDir, log, onGiveUp: onLost })
  scope.own(postgres, (postgres) => postgres.stop())
  return postgres.connection
}

const listen = async (app: FastifyInstance, { host, port }: Config): Promise<string> => {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE')
      throw new StartFailure(`Port ${port} on ${host} is taken by another program. Set PORT to a free one.`, {
        cause: error,
      })
    if (code === 'EACCES')
      throw new StartFailure(`Port ${port} on ${host} may not be used by this user. Set PORT to another one.`, {
        cause: error,
      })
    throw new StartFailure(`The server cannot listen on ${host}:${port}: ${(error as Error).message}`, { cause: error })
  }
}
