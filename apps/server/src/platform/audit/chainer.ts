// Keeps the chain: one server at a time per database links what is pending, the others stand by and take over.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Heads } from './heads.ts'
import { BATCH, lastHead, linkBatch } from './linking.ts'

export interface Chainer {
  /** Whether this server is the one that links. */
  readonly holds: boolean
  /** Links what is pending, for a few seconds at most, and lets another server take over. */
  close(): Promise<void>
}

export interface ChainerOptions {
  database: Pick<Database, 'pool'>
  heads: Heads
  log: Log
  now: () => Date
}

// Looked for, not told of: a notice from the writers would make them wait for each other at every commit.
const LOOK_MS = 60
const STAND_BY_MS = 1_000
const LAST_WORK_MS = 5_000
/** Names the lock among all advisory locks of the database. */
const LOCK = [0x4472_6177, 1] as const

export const startChainer = ({ database, heads, log, now }: ChainerOptions): Chainer => {
  const stopping = new AbortController()
  const { signal } = stopping
  let holds = false
  let failing = false

  const live = async () => {
    while (!signal.aborted) {
      try {
        await holdOnce()
        failing = false
      } catch (error) {
        if (!failing && !signal.aborted) log.warn('the audit chain waits for the database', { error })
        failing = true
      }
      await pause(STAND_BY_MS, signal)
    }
  }
  const holdOnce = async () => {
    const client = await database.pool.connect()
    let clean = false
    try {
      const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as mine', [...LOCK])
      if (rows[0].mine) {
        holds = true
        await keep(client)
        await client.query('select pg_advisory_unlock($1, $2)', [...LOCK])
      }
      clean = true
    } finally {
      holds = false
      // The lock lives as long as its connection, so a connection of doubt must not go back to the pool.
      client.release(!clean)
    }
  }
  const keep = async (client: PoolClient) => {
    let head = await lastHead(client)
    heads.note(head)
    let kept: string | undefined
    const step = async () => {
      const { taken, linked, head: next } = await linkBatch(client, head, now())
      if (taken > linked)
        log.warn('rows that are no news to the audit chain were passed over', { rows: taken - linked })
      if (linked > 0) heads.note(next)
      head = next
      if (heads.mark !== kept) await keepMark(client, heads.mark!)
      kept = heads.mark
      return taken === BATCH
    }
    while (!signal.aborted) if (!(await step())) await pause(LOOK_MS, signal)
    for (const end = Date.now() + LAST_WORK_MS; Date.now() < end; ) if (!(await step())) break
    await heads.close()
    if (heads.mark) await keepMark(client, heads.mark)
  }
  const living = live()
  return {
    get holds() {
      return holds
    },
    close: async () => {
      stopping.abort()
      await living
      await heads.close()
    },
  }
}

export const HEADS_MARK = 'audit.heads'

const keepMark = (client: PoolClient, mark: string) =>
  client.query(
    `insert into installation (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
    [HEADS_MARK, mark],
  )

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
