// The gateway that carries a session, as this server reaches it: that of its own machine, or another one at the address it registered with.
import { createHmac } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { WATCH_DOOR } from '@drawbridge/wire'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { noGateway } from '../../../platform/http/passing.ts'
import type { GatewayPlace } from '../../../platform/http/sockets.ts'
import { OutboundRefused, outboundGuard } from '../../../platform/outbound.ts'

const LOOPBACK = new Set(['', '127.0.0.1', '::1', 'localhost'])

export const carrierOf = async (session: string, { db, services }: Ctx): Promise<GatewayPlace> => {
  const { config, secrets } = services
  const { rows } = await sql<{ remote_addr: string; http_port: number; key: string | null; secret: string | null }>`
    select t.remote_addr, t.http_port, k.id as key, k.secret
    from terminal_sessions s join terminal_terminals t on t.id = s.terminal
    left join lateral (
      select id, secret from authentication_access_keys where "user" = t.account and is_active order by date_created desc limit 1
    ) k on true
    where s.id = ${session}
  `.execute(db)
  const [found] = rows
  if (!found || isHere(found.remote_addr)) return { host: '127.0.0.1', port: config.gatewayPort }
  if (found.key === null || found.secret === null) throw noGateway()
  const secret = secrets.open(found.secret, 'authentication_access_keys.secret')
  const { address, port } = await outboundGuard({ allow: config.outboundAllow })
    .check(found.remote_addr, found.http_port)
    .catch((error: unknown) => {
      throw error instanceof OutboundRefused ? noGateway() : error
    })
  const psk = createHmac('sha256', secret).update(WATCH_DOOR.purpose).digest()
  return { host: address, port, proof: { identity: found.key, psk } }
}

/** A gateway beside a server that listens on one address of the machine registers from that address. */
const isHere = (address: string): boolean =>
  LOOPBACK.has(address) ||
  Object.values(networkInterfaces())
    .flat()
    .some((own) => own?.address === address)
