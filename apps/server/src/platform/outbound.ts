// Where the server may dial on a user's word (mail, directory, storage and probe tests).
// Private networks are allowed: that is where such servers live.

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { type Networks, networks, parseAddress } from './networks.ts'

export interface Destination {
  /** Dial this and nothing else: asking the DNS again might give another answer. */
  address: string
  port: number
  /** For the TLS name check; absent when the host was given as an address. */
  servername: string | undefined
}

export interface OutboundGuard {
  check(host: string, port: number): Promise<Destination>
}

export class OutboundRefused extends Error {
  readonly reason: 'host' | 'port' | 'unknown-host' | 'forbidden'

  constructor(reason: OutboundRefused['reason'], host: string, port: number) {
    super(`${host}:${port} may not be reached: ${reason}`)
    this.name = 'OutboundRefused'
    this.reason = reason
  }
}

export type Resolve = (host: string) => Promise<{ address: string }[]>

interface Rules {
  /** `host`, `host:port`, address, `address:port`, `[address]:port` or CIDR. */
  allow: readonly string[]
  resolve?: Resolve
}

export function outboundGuard({ allow, resolve = ipv4First }: Rules): OutboundGuard {
  const allowed = parseAllowed(allow)
  return {
    async check(given, port) {
      const refuse = (reason: OutboundRefused['reason']) => new OutboundRefused(reason, given, port)
      if (!Number.isInteger(port) || port < 1 || port > 65_535) throw refuse('port')
      const host = canonicalHost(given)
      if (host === undefined) throw refuse('host')

      const answers = isIP(host) ? [{ address: host }] : await resolve(host).catch(() => [])
      const addresses = answers
        .map(({ address }) => parseAddress(address)?.toString())
        .filter((one) => one !== undefined)
      if (addresses.length === 0) throw refuse('unknown-host')
      const free = allowed.name(host, port)
      const address = addresses.find((one) => free || allowed.address(one, port) || isOpen(one))
      if (address === undefined) throw refuse('forbidden')
      return { address, port, servername: isIP(host) ? undefined : host }
    },
  }
}

const ipv4First: Resolve = (host) => lookup(host, { all: true, verbatim: false })

const OPEN_RANGES = new Set<string>(['unicast', 'private', 'uniqueLocal', 'carrierGradeNat'])

// Metadata services of clouds that lie outside the link-local range, and addresses that wrap an IPv4 one.
const CLOSED: Networks = networks([
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:42::42',
  '::/96',
])

function isOpen(text: string): boolean {
  const range = parseAddress(text)?.range()
  return range !== undefined && OPEN_RANGES.has(range) && !CLOSED.has(text)
}

/** Lower case, without brackets or final dot; nothing for what a resolver would read as a disguised number. */
function canonicalHost(given: string): string | undefined {
  const bare = given.trim().replace(/^\[(.*)\]$/, '$1')
  if (/[\s/?#@\\%]/.test(bare)) return undefined
  if (isIP(bare)) return parseAddress(bare)?.toString()
  if (NUMERIC.test(bare)) return undefined
  const name = domainToASCII(bare).replace(/\.$/, '').toLowerCase()
  return NAME.test(name) && !NUMERIC.test(name) && name.length <= 253 ? name : undefined
}

const NAME = /^[a-z0-9_]([a-z0-9_-]{0,62})?(\.[a-z0-9_]([a-z0-9_-]{0,62})?)*$/
const NUMERIC = /(^|\.)(0x[0-9a-f]*|[0-9]+)\.?$/i

function parseAllowed(entries: readonly string[]) {
  const names = new Set<string>()
  const ranges: { range: Networks; port: number | undefined }[] = []
  for (const entry of entries) {
    const { host, port } = splitPort(entry.trim())
    if (isIP(host) || host.includes('/')) ranges.push({ range: networks([host]), port })
    else {
      const name = canonicalHost(host)
      if (name === undefined) throw new Error(`not a host, address or network: ${entry}`)
      names.add(port === undefined ? name : `${name}:${port}`)
    }
  }
  return {
    name: (host: string, port: number) => names.has(host) || names.has(`${host}:${port}`),
    address: (address: string, port: number) =>
      ranges.some((one) => (one.port === undefined || one.port === port) && one.range.has(address)),
  }
}

function splitPort(entry: string): { host: string; port: number | undefined } {
  if (isIP(entry) === 6) return { host: entry, port: undefined }
  const [, host, port] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry)!
  return { host: host!.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? undefined : Number(port) }
}
