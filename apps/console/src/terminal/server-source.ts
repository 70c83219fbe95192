// Recordings as our server gives them.
import { get } from '../api/client.ts'
import { download } from '../api/transfer.ts'
import type { Source, Told } from './recording.ts'

export const SESSIONS = '/api/v1/terminal/sessions/'

export const serverSource = (session: string): Source => ({
  manifest: (after) => get<Told>(`${SESSIONS}${session}/recording/`, { query: { after }, flash: false }),
  chunk: async (no) => {
    const { blob } = await download(`${SESSIONS}${session}/chunks/${no}/`)
    return new Uint8Array(await blob.arrayBuffer())
  },
  ...(globalThis.crypto?.subtle ? { hash } : {}),
})

const hash = async (bytes: Uint8Array): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
