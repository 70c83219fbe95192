// News between servers on one database: what one of them changes, the others hear of.
import type { Pool, PoolClient } from 'pg'
import type { Log } from './log.ts'

export interface Bus {
  on(channel: string, hear: () => unknown): void
  close(): Promise<void>
}

const AGAIN_MS = 1_000

export const openBus = async (pool: Pool, log: Log): Promise<Bus> => {
  const listeners = new Map<string, (() => unknown)[]>()
  let client: PoolClient | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const hear = async (channel: string) => {
    for (const listener of listeners.get(channel) ?? []) {
      try {
        await listener()
      } catch (error) {
        log.warn('news could not be followed', { channel, error })
      }
    }
  }
  const connect = async () => {
    try {
      const fresh = await pool.connect()
      client = fresh
      fresh.on('notification', (news) => void hear(news.channel))
      // A line that is given back may still report how it ended.
      fresh.on('error', () => client === fresh && again())
      for (const channel of listeners.keys()) await fresh.query(`listen ${channel}`)
      // Whatever was missed while the line was down is caught up on.
      for (const channel of listeners.keys()) await hear(channel)
    } catch {
      again()
    }
  }
  const letGo = () => {
    const last = client
    client = undefined
    last?.release(true)
  }
  const again = () => {
    letGo()
    clearTimeout(timer)
    if (!closed) timer = setTimeout(connect, AGAIN_MS).unref()
  }
  await connect()
  return {
    on: (channel, listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      client?.query(`listen ${channel}`).catch(() => undefined)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      letGo()
    },
  }
}
