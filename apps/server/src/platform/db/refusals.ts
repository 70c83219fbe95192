// What the database refuses, as the refusals of the contract.
import { collision, Refusal, referenced, unavailable, type Wording } from '@drawbridge/wire'

const COLLISIONS = new Set(['40001', '40P01', '55P03'])
const OUTAGES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
])
const LOST = /terminat|timeout exceeded when trying to connect|not queryable|Connection ended/i

/** For any error, wherever it came up: a refusal if it is one that a caller can act on. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (typeof code !== 'string') return LOST.test(message) ? unavailable() : undefined
  if (code === '23503' || code === '23001') return referenced()
  if (COLLISIONS.has(code)) return collision()
  if (OUTAGES.has(code) || code.startsWith('08')) return unavailable()
  if (/^22[0-9A-Z]{3}$/.test(code)) return unstorable()
  return undefined
}

/** A value the database cannot hold: numbers out of range, texts it cannot store. */
const unstorable = (): Refusal =>
  new Refusal('invalid', 400, invalid, (lang) => ({ non_field_errors: [invalid[lang]] }))

const invalid: Wording = { zh: '输入无效', en: 'Invalid input' }
