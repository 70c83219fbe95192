// Where a request came from. Forwarding headers count only when a listed proxy wrote them.

import { canonicalAddress, type Networks, parseAddress } from '../networks.ts'

export interface Arrival {
  /** The other end of the socket. */
  peer: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
  trustedProxies: Networks
}

/** The canonical address of the client; empty when the socket is already gone. */
export function clientAddress({ peer, headers, trustedProxies }: Arrival): string {
  let client = canonicalAddress(peer ?? '') ?? ''
  // Each proxy appends whom it saw: walking from the right, the first stranger is as far as anyone can vouch for.
  for (const hop of listOf(headers['x-forwarded-for']).reverse()) {
    if (!trustedProxies.has(client)) break
    const address = canonicalAddress(withoutPort(hop))
    if (!address) break
    client = address
  }
  return client
}

export function isHttps({ peer, headers, trustedProxies, encrypted }: Arrival & { encrypted: boolean }): boolean {
  if (!trustedProxies.has(peer ?? '')) return encrypted
  const said = listOf(headers['x-forwarded-proto']).at(-1)?.toLowerCase()
  return said === undefined ? encrypted : said === 'https'
}

/** What the login log shows as the place. */
export function placeOf(address: string): 'LAN' | '' {
  const range = parseAddress(address)?.range()
  return range !== undefined && LOCAL_RANGES.has(range) ? 'LAN' : ''
}

const LOCAL_RANGES = new Set<string>(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])

const listOf = (header: string | string[] | undefined) =>
  [header ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((entry) => entry.trim())

const withoutPort = (hop: string) => /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
