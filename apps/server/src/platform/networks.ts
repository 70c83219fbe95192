// Addresses and networks in one canonical form, so that two spellings of an address cannot differ.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

export interface Networks {
  has(address: string): boolean
}

/** Strict forms only (no octal, hex or short IPv4); IPv4 inside IPv6 becomes IPv4; a zone is dropped. */
export function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0) return undefined
  const address = ipaddr.parse(text.split('%')[0]!)
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

export const canonicalAddress = (text: string): string | undefined => parseAddress(text)?.toString()

/** Throws on an entry that is neither an address nor a CIDR: a mistake in a list of networks must not go unseen. */
export function networks(entries: readonly string[]): Networks {
  const ranges = entries.map(parseNetwork)
  return {
    has(text) {
      const address = parseAddress(text)
      return !!address && ranges.some((range) => range[0].kind() === address.kind() && address.match(range as never))
    },
  }
}

function parseNetwork(entry: string): [Address, number] {
  const [base = '', length] = entry.trim().split('/')
  const address = parseAddress(base)
  const mapped = isIP(base) === 6 && address?.kind() === 'ipv4'
  const bits = address?.kind() === 'ipv4' ? 32 : 128
  const prefix = length === undefined ? bits : Number(length) - (mapped ? 96 : 0)
  const sound = length === undefined || /^\d{1,3}$/.test(length)
  if (!address || !sound || prefix < 0 || prefix > bits) throw new Error(`not an address or network: ${entry}`)
  return [address, prefix]
}
