// `ssh/22`: a protocol and its port. Pure.
import { portProblem } from '../../kit/inputs/port.ts'

export const DEFAULT_PORTS: Readonly<Record<string, number>> = { ssh: 22, rdp: 3389, telnet: 23, vnc: 5901 }

export const partsOf = (text: string): { protocol: string; port: string } => {
  const [protocol = '', port = ''] = text.split('/')
  return { protocol, port }
}

export const protocolOf = (name: string): string => `${name}/${DEFAULT_PORTS[name] ?? ''}`

export const firstFree = (used: readonly string[]): string =>
  Object.keys(DEFAULT_PORTS).find((one) => !used.includes(one)) ?? 'ssh'

/** Every port must be one; an emptied one is none. */
export const protocolsProblem = (rows: readonly string[] | undefined): string | undefined =>
  (rows ?? [])
    .map((row) => partsOf(row).port)
    .map((port) => portProblem(port || 'none'))
    .find(Boolean)
