// Heads of the chain to a syslog server: one datagram each, in the form of RFC 5424.
import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { hostname } from 'node:os'
import type { Head } from './link.ts'

export interface Syslog {
  send(head: Head, time: Date): Promise<void>
}

const PORT = 514
// Facility 13 (log audit), severity 5 (notice).
const PRIORITY = 13 * 8 + 5

/** `host`, `host:port` or `[address]:port`; undefined when it is none of these. */
export const readPlace = (text: string): { host: string; port: number } | undefined => {
  const [, v6, name, digits] = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]]+))(?::(\d{1,5}))?$/i.exec(text.trim()) ?? []
  const host = v6 ?? name
  const port = digits === undefined ? PORT : Number(digits)
  return host && port > 0 && port < 65_536 ? { host, port } : undefined
}

export const syslogTo = ({ host, port }: { host: string; port: number }): Syslog => ({
  send: async (head, time) => {
    const { address, family } = await lookup(host)
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
    try {
      await sent(socket, message(head, time), port, address)
    } finally {
      socket.close()
    }
  },
})

export const message = ({ no, hash }: Head, time: Date, host = hostname(), pid = process.pid): string =>
  `<${PRIORITY}>1 ${time.toISOString()} ${host || '-'} drawbridge ${pid} audit-head - no=${no} hash=${hash}`

const sent = (socket: Socket, text: string, port: number, address: string) =>
  new Promise<void>((done, failed) => {
    socket.once('error', failed)
    socket.send(text, port, address, (error) => (error ? failed(error) : done()))
  })
