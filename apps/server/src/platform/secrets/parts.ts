// Secrets inside an object field. The parser of the field makes each a Secret, whichever parts the field has for this row, and what is stored says
// itself that it is sealed: `{"user": "root", "password": {"sealed": "v1.…"}}`. So writing, showing, the audit and a new master key go by the value
// and need no list of the parts. A Secret that was never sealed is stored as its mask: a mistake loses it, and does not show it.
import { MASK, Secret } from '@drawbridge/resource'
import type { Sealer } from './box.ts'

type Parts = Readonly<Record<string, unknown>>

export interface SealedPart {
  readonly sealed: string
}

export const isSealedPart = (part: unknown): part is SealedPart =>
  isParts(part) && typeof part.sealed === 'string' && Object.keys(part).length === 1

/** `context` names the column, as for a secret with a column of its own. */
export const sealParts = (value: unknown, context: string, sealer: Sealer): unknown =>
  eachPart(value, (part) => (part instanceof Secret ? { sealed: sealer.seal(part.reveal(), context) } : part))

export const openPart = (part: unknown, context: string, sealer: Sealer): string | undefined =>
  isSealedPart(part) ? sealer.open(part.sealed, context) : undefined

export const maskParts = (value: unknown): unknown => eachPart(value, (part) => (isSealedPart(part) ? MASK : part))

export const withoutSealed = (value: unknown): unknown =>
  isParts(value) ? Object.fromEntries(Object.entries(value).filter(([, part]) => !isSealedPart(part))) : value

/** The sealed parts of a stored object; an object that comes in its place has those it does not name. */
export const sealedOf = (value: unknown): Parts =>
  isParts(value) ? Object.fromEntries(Object.entries(value).filter(([, part]) => isSealedPart(part))) : {}

export const holdsSecrets = (value: unknown): boolean =>
  isParts(value) && Object.values(value).some((part) => part instanceof Secret)

export const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const eachPart = (value: unknown, change: (part: unknown) => unknown): unknown =>
  isParts(value) ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)])) : value
