// Puts a gateway together and takes it apart in reverse.
import { join } from 'node:path'
import { createDatabaseDial } from './database/dial.ts'
import { openMysql } from './database/mysql.ts'
import { openPostgres } from './database/postgres.ts'
import type { GatewaySettings, Server } from './server/server.ts'
import { Heartbeat } from './session/heartbeat.ts'
import { byProtocol } from './session/line.ts'
import { LiveSessions } from './session/live.ts'
import { PATIENCE, type Patience } from './session/patience.ts'
import type { Means } from './session/session.ts'
import { createSshDial } from './ssh/dial.ts'
import { type Door, openDoor } from './ssh/door.ts'
import { hostKey } from './ssh/host-key.ts'
import { KnownHosts } from './ssh/known-hosts.ts'
import { createReach } from './ssh/reach.ts'
import { createTelnetDial } from './telnet/dial.ts'
import { openCommandBook } from './watch/command-book.ts'
import { openFileBook } from './watch/file-book.ts'
import { Spool } from './watch/spool.ts'
import { Uploads } from './watch/upload.ts'
import { openWebDoor, type WebDoorOptions } from './web/web-door.ts'

export interface GatewayOptions {
  readonly host: string
  readonly sshPort: number
  /** For browsers, through the server; none without it. */
  readonly webPort?: number
  /** For servers of other machines. */
  readonly far?: WebDoorOptions['far']
  /** Where this gateway keeps what is its own. */
  readonly dataDir: string
  readonly server: Server
  readonly log: (line: string) => void
  readonly loginMs?: number
  readonly patience?: Patience
}

export interface Gateway {
  readonly sshPort: number
  readonly webPort: number | undefined
  readonly farPort: number | undefined
  readonly settings: GatewaySettings
  readonly means: Means
  /** One heartbeat, now. */
  beat(): Promise<void>
  close(): Promise<void>
}

export const openGateway = async ({
  server,
  dataDir,
  log,
  patience = PATIENCE,
  ...options
}: GatewayOptions): Promise<Gateway> => {
  // People see a change of the settings with their next login.
  let settings = await server.settings()
  const live = new LiveSessions()
  const spool = new Spool(join(dataDir, 'spool'))
  const uploads = new Uploads(spool, server, log)
  const commands = openCommandBook(join(dataDir, 'outbox', 'commands'), server, log)
  const files = openFileBook(join(dataDir, 'outbox', 'files'), server, log)
  const known = new KnownHosts(join(dataDir, 'known-hosts.json'))
  const reach = createReach(known, patience)
  const database = { reach, known, now: Date.now, loginMs: patience.loginMs }
  const dial = byProtocol({
    ssh: createSshDial(known, reach, patience),
    telnet: createTelnetDial({ reach, success: () => settings.telnetSuccess, loginMs: patience.loginMs }),
    postgresql: createDatabaseDial({ ...database, open: openPostgres }),
    mysql: createDatabaseDial({ ...database, open: openMysql }),
    mariadb: createDatabaseDial({ ...database, open: openMysql }),
  })
  const means: Means = { server, dial, spool, uploads, commands, files, live, now: Date.now, log }
  uploads.recover(Date.now())
  const door: Door = await openDoor({
    host: options.host,
    port: options.sshPort,
    hostKey: hostKey(dataDir, settings.hostKey),
    server,
    settings: () => settings,
    means,
    log,
    loginMs: options.loginMs,
    patience,
  })
  const web =
    options.webPort === undefined
      ? undefined
      : await openWebDoor({
          // Only the server of this machine comes here, with tickets of its own.
          host: '127.0.0.1',
          port: options.webPort,
          means,
          far: options.far,
          redeem: (ticket) => server.redeem(ticket),
        })
  const heartbeat = new Heartbeat(server, live, {
    everyMs: () => settings.heartbeatSeconds * 1_000,
    dataDir,
    log,
    also: async () => {
      settings = await server.settings()
    },
  })
  heartbeat.start()
  return {
    sshPort: door.port,
    webPort: web?.port,
    farPort: web?.farPort,
    get settings() {
      return settings
    },
    means,
    beat: () => heartbeat.beat(),
    close: async () => {
      heartbeat.stop()
      await door.close()
      await web?.close()
      for (const book of [commands, files]) {
        await book.flush()
        book.stop()
      }
      await uploads.idle()
      uploads.stop()
    },
  }
}
