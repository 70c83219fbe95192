import { isUtf8 } from 'node:buffer'
import { breather } from '../breath.ts'
import { SheetFailure } from './failure.ts'

// The text of a file in pieces. Every encoding is decoded strictly, and the last resort is what Excel writes in China.
export async function* decoded(body: Buffer): AsyncGenerator<string> {
  const breathe = breather()
  const decoder = new TextDecoder(encodingOf(body), { fatal: true })
  for (let start = 0; start < body.length; start += PIECE) {
    const piece = strictly(() => decoder.decode(body.subarray(start, start + PIECE), { stream: true }))
    if (piece) yield piece
    await breathe()
  }
  const rest = strictly(() => decoder.decode())
  if (rest) yield rest
}

const PIECE = 16 * 1024

const encodingOf = (body: Buffer) => {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  return isUtf8(body) ? 'utf-8' : 'gb18030'
}

const strictly = (decode: () => string) => {
  try {
    return decode()
  } catch {
    throw new SheetFailure('encoding')
  }
}
