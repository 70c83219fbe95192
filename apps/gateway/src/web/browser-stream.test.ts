import { KEPT_BYTES, KEYS_AHEAD } from '@drawbridge/wire'
import { describe, expect, it } from 'vitest'
import { BrowserStream } from './browser-stream.ts'

describe('[T32] the stream of a browser', () => {
  it('keeps a bounded number of keys that nobody reads, and hears what was drawn all the same', async () => {
    const stream = new BrowserStream()
    const told: number[] = []
    let shown = 0
    const send = ({ length }: Buffer) => {
      shown += length
    }
    stream.attach({ send, taken: (bytes) => told.push(bytes) }, 0)
    const part = Buffer.alloc(8 * 1024, 'k')
    let kept = 0
    while (stream.type(part)) kept += part.length
    expect(kept).toBe(KEYS_AHEAD)
    expect(stream.readableLength).toBe(KEYS_AHEAD)
    expect(told).toEqual([])
    // Output waits for what is drawn, and never for keys: with both sides full, one word frees it.
    const written = Buffer.alloc(KEPT_BYTES + 1)
    const held = new Promise<void>((done) => stream.write(written, () => done()))
    stream.ack(written.length)
    await held
    expect(shown).toBeGreaterThan(KEPT_BYTES)
    let read = 0
    const all = new Promise<void>((done) => {
      stream.on('data', ({ length }: Buffer) => {
        read += length
        if (read === KEYS_AHEAD) done()
      })
    })
    await all
    await new Promise((done) => setImmediate(done))
    expect(told.at(-1)).toBeGreaterThan(KEYS_AHEAD / 2)
    expect(stream.type(part)).toBe(true)
    expect(stream.typed).toBe(KEYS_AHEAD + part.length)
    stream.destroy()
  })
})
