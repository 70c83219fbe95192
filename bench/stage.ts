// A server and a bare connection to the same database, side by side: every figure is a ratio of the two in one run.

import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_ORG } from '@drawbridge/model'
import { hashToken, hexToken } from '@drawbridge/server/platform/auth/token'
import { readConfig } from '@drawbridge/server/platform/config'
import type { Route } from '@drawbridge/server/platform/http/route'
import { createLog } from '@drawbridge/server/platform/log'
import { type Server, startServer } from '@drawbridge/server/server'
import pg from 'pg'

export interface Stage {
  readonly server: Server
  readonly bare: pg.Pool
  readonly folder: string
  readonly org: string
  /** From the first instruction to the first answer over HTTP. */
  readonly startMs: number
  /** What every call of the administrator carries. */
  readonly headers: Readonly<Record<string, string>>
  get(path: string): Promise<Response>
  /** The body of a short answer, over a connection kept open, with as little of a client as possible. */
  read(path: string): Promise<string>
  close(): Promise<void>
}

const agent = new Agent({ keepAlive: true })

/** `BENCH_DIR` names a folder that is kept, so that what took long to fill can be measured again. */
const kept = process.env.BENCH_DIR

interface StageOptions {
  readonly routes?: readonly Route[]
  /** Settings beside those that every stage has. */
  readonly env?: Readonly<Record<string, string>>
}

export const openStage = async ({ routes, env }: StageOptions = {}): Promise<Stage> => {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'drawbridge-bench-')))
  const config = readConfig({ PORT: '0', DATA_DIR: folder, ADMIN_PASSWORD: 'Bench-password-1', ...env })
  // The first start makes the database; the second is what people wait for.
  await (await startServer(config, { log: createLog('error') })).close()
  const since = performance.now()
  const server = await startServer(config, { log: createLog('error'), routes })
  await (await fetch(new URL('/api/v1/users/groups/', server.url))).text()
  const startMs = performance.now() - since
  const token = hexToken(40)
  await server.services.database.db
    .updateTable('users_users')
    .set({ private_token_hash: hashToken(token) })
    .where('username', '=', 'admin')
    .execute()
  const { options } = server.services.database.pool
  // The pool keeps its password where a copy does not find it.
  const bare = new pg.Pool({ ...options, password: options.password, options: '-c timezone=UTC', max: 2 })
  bare.on('error', () => undefined)
  return {
    server,
    bare,
    folder,
    org: DEFAULT_ORG,
    startMs,
    headers: { authorization: `Token ${token}` },
    read: (path) => readBody(new URL(path, server.url), { authorization: `Token ${token}` }),
    get: (path) => fetch(new URL(path, server.url), { headers: { authorization: `Token ${token}` } }),
    close: async () => {
      agent.destroy()
      await bare.end()
      await server.close()
      if (!kept) await rm(folder, { recursive: true, force: true })
    },
  }
}

export const readBody = (url: URL, headers: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers }, (reply) => {
      let body = ''
      reply.setEncoding('utf8')
      reply.on('data', (part) => {
        body += part
      })
      reply.on('end', () => resolve(body))
    })
    asking.once('error', reject)
    asking.end()
  })

export interface Compared {
  readonly ours: number
  readonly bare: number
  readonly ratio: number
}

/** Medians of interleaved runs: what the machine does meanwhile hits all alike. */
export const medians = async (works: readonly (() => Promise<unknown>)[], times = 60): Promise<number[]> => {
  // A server in use is warm: code that has run a few times only is many times slower.
  for (let i = 0; i < times; i++) for (const work of works) await work()
  const taken = works.map((): number[] => [])
  for (let i = 0; i < times; i++) for (const [at, work] of works.entries()) taken[at]!.push(await timed(work))
  return taken.map(median)
}

export const compare = async (
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
  times?: number,
): Promise<Compared> => {
  const [a, b] = (await medians([ours, bare], times)) as [number, number]
  return { ours: a, bare: b, ratio: a / b }
}

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now()
  await work()
  return performance.now() - since
}

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

export const ms = (value: number): string => `${value.toFixed(2)} ms`
