// Sends what a file holds, piece by piece and no faster than it is kept on the other side. Never more than a window of it is in memory.
import { UPLOAD } from '@drawbridge/wire'
import { FileRefusal, type FilesLink } from './link.ts'

export interface Sending {
  readonly upload: number
  readonly offset: number
  readonly signal: AbortSignal
  readonly onStored: (offset: number) => void
}

/** Done when every byte is safe there. */
export const send = (link: FilesLink, content: Blob, { upload, offset, signal, onStored }: Sending): Promise<void> =>
  new Promise((done, fail) => {
    let [next, stored] = [offset, offset]
    let reading = false
    let over = false
    const end = (error?: Error) => {
      if (over) return
      over = true
      unfollow()
      signal.removeEventListener('abort', stop)
      if (error) fail(error)
      else done()
    }
    const stop = () => end(new FileRefusal('stopped', ''))
    const unfollow = link.follow(upload, (news) => {
      if ('broken' in news) {
        end(new FileRefusal('cut', news.broken))
        return
      }
      stored = news.stored
      onStored(stored)
      if (stored >= content.size) end()
      else void pump()
    })
    signal.addEventListener('abort', stop)
    const pump = async () => {
      if (reading) return
      reading = true
      try {
        while (!over && next < content.size && next - stored < UPLOAD.window) {
          const bytes = await content.slice(next, next + UPLOAD.piece).arrayBuffer()
          if (over) return
          link.piece(upload, next, bytes)
          next += bytes.byteLength
        }
      } catch (error) {
        // The file on this side was changed or taken away meanwhile.
        end(new FileRefusal('failed', (error as Error).message))
      } finally {
        reading = false
      }
    }
    if (signal.aborted) stop()
    else if (offset >= content.size) end()
    else void pump()
  })

const KEY_BYTES = 16

/** Hard to guess: nobody on the asset can wait there with a file of that name. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const saveText = async (
  link: FilesLink,
  { path, text, version }: { path: string; text: string; version: string | undefined },
): Promise<void> => {
  const content = new Blob([text])
  const begin = { deed: 'upload', key: newKey(), path, size: content.size, conflict: 'overwrite' } as const
  const { upload, offset } = await link.ask(begin)
  try {
    await send(link, content, { upload, offset, signal: new AbortController().signal, onStored: () => undefined })
    await link.ask({ deed: 'finish', upload, conflict: 'overwrite', ...(version === undefined ? {} : { version }) })
  } catch (error) {
    await link.ask({ deed: 'abandon', upload }).catch(() => undefined)
    throw error
  }
}
