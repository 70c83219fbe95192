// Whether an address is among those that a rule names: a star, an address, a network, a range, or the very same text.
import { ANY } from '@drawbridge/model'
import { type Address, networks, parseAddress } from '../platform/networks.ts'

export const isAmong = (address: string, patterns: readonly string[]): boolean => {
  const parsed = parseAddress(address)
  return patterns.some(
    (pattern) => pattern === ANY || pattern === address || (parsed !== undefined && covers(pattern, address, parsed)),
  )
}

const covers = (pattern: string, address: string, parsed: Address): boolean => {
  const range = rangeOf(pattern)
  if (range) return isOrdered(range.from, parsed) && isOrdered(parsed, range.to)
  try {
    return networks([pattern]).has(address)
  } catch {
    // The name of a host: it is compared as a text.
    return false
  }
}

const rangeOf = (pattern: string): { from: Address; to: Address } | undefined => {
  const [from, to] = pattern.split('-').map((part) => parseAddress(part.trim()))
  return from && to ? { from, to } : undefined
}

/** A range that goes backwards holds nothing: a rule with one would look like protection. */
export const isBackwards = (pattern: string): boolean => {
  const range = rangeOf(pattern)
  return range !== undefined && !isOrdered(range.from, range.to)
}

const isOrdered = (low: Address, high: Address): boolean =>
  low.kind() === high.kind() && Buffer.compare(Buffer.from(low.toByteArray()), Buffer.from(high.toByteArray())) <= 0
