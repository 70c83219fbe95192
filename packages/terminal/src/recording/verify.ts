// Whether a recording is whole: every chunk there, unchanged, in its place.
import { type Hash, type Manifest, readHead } from './format.ts'

export type Finding =
  | { readonly state: 'whole' }
  /** The session did not end as it should: everything up to here is proved. */
  | { readonly state: 'cut'; readonly chunks: number; readonly until: number }
  | { readonly state: 'damaged'; readonly chunk: number; readonly reason: Reason; readonly until: number }

export type Reason = 'missing' | 'changed' | 'misplaced' | 'foreign' | 'unreadable'

/** `chunk` gives the bytes of a number, or undefined where there are none. */
export const verify = async (
  manifest: Manifest,
  chunk: (no: number) => Promise<Uint8Array | undefined>,
  hash: Hash,
): Promise<Finding> => {
  let previous = ''
  let until = 0
  for (const [i, entry] of manifest.chunks.entries()) {
    const wrong = (reason: Reason): Finding => ({ state: 'damaged', chunk: i, reason, until })
    const bytes = await chunk(entry.no)
    if (!bytes) return wrong('missing')
    const found = hash(bytes)
    if (found !== entry.hash) return wrong('changed')
    let head: ReturnType<typeof readHead>
    try {
      head = readHead(bytes)
    } catch {
      return wrong('unreadable')
    }
    if (head.session !== manifest.session) return wrong('foreign')
    if (head.no !== i || entry.no !== i || head.previous !== previous) return wrong('misplaced')
    previous = found
    until = head.to
  }
  return manifest.ended ? { state: 'whole' } : { state: 'cut', chunks: manifest.chunks.length, until }
}
