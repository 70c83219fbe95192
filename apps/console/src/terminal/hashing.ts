import type { Source } from './recording.ts'

/** Outside of https a browser has no way to reckon it. */
export const hashing = (): Pick<Source, 'hash'> => (globalThis.crypto?.subtle ? { hash } : {})

const hash = async (bytes: Uint8Array): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
