// A recording inside the page that plays it. Everything of it stands in the page as base64, in blocks that no browser runs.
import { hashing } from '../hashing.ts'
import type { Source, Told } from '../recording.ts'
import { uploadedSource } from '../uploaded-source.ts'

export interface About {
  readonly user: string
  readonly asset: string
  readonly facts: readonly string[]
  /** Absent where the recording came as one file. */
  readonly manifest?: Told
}

export const readAbout = (page: Document): About =>
  JSON.parse(new TextDecoder().decode(blockOf(page, 'about'))) as About

export const takenSource = async (page: Document, { manifest }: About): Promise<Source> => {
  if (!manifest) return uploadedSource(new Blob([blockOf(page, 'whole') as BlobPart]))
  return { manifest: async () => manifest, chunk: async (no) => blockOf(page, `chunk-${no}`), ...hashing() }
}

const blockOf = (page: Document, id: string): Uint8Array => {
  const text = atob(page.getElementById(id)?.textContent ?? '')
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}
