// Seals single values for the database: AES-256-GCM under the current master key.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keyring } from './keyring.ts'

export interface Sealer {
  /** `context` names the column (`users_users.otp_secret`), so that a value moved to another one does not open. */
  seal(text: string, context: string): string
  open(sealed: string, context: string): string
  keyOf(sealed: string): string
}

export class SealError extends Error {
  readonly code: 'malformed' | 'unknown-key' | 'tampered'

  constructor(code: SealError['code']) {
    super(`sealed value refused: ${code}`)
    this.name = 'SealError'
    this.code = code
  }
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function sealer(keyring: Keyring, random: (bytes: number) => Buffer = randomBytes): Sealer {
  return {
    seal(text, context) {
      const { id, key } = keyring.current
      const nonce = random(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(bound(id, context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },

    open(sealed, context) {
      const { id, bytes } = parse(sealed)
      const master = keyring.get(id)
      if (!master) throw new SealError('unknown-key')
      const decipher = createDecipheriv(CIPHER, master.key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(bound(id, context))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        throw new SealError('tampered')
      }
    },

    keyOf: (sealed) => parse(sealed).id,
  }
}

const bound = (keyId: string, context: string) => Buffer.from(`v1.${keyId}.${context}`, 'utf8')

function parse(sealed: string) {
  const [, id, text] = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/.exec(sealed) ?? []
  const bytes = Buffer.from(text ?? '', 'base64url')
  if (!id || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError('malformed')
  return { id, bytes }
}
