import { describe, expect, it } from 'vitest'
import { Recording } from './recording.ts'
import { eventsIn, Unreadable, uploadedSource } from './uploaded-source.ts'

const packed = (text: string) =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob()
const open = async (text: string) => Recording.open(await uploadedSource(await packed(text)))

describe('a recording that came as one file', () => {
  it('is played in the order of its seconds, whatever an object makes of their names', async () => {
    const recording = await open('{"0.5":"a","10.25":"d","2":"b","2.5":"c","90":"e"}')
    expect(recording.isOver).toBe(true)
    expect(recording.durationMs).toBe(90_000)
    const events = []
    for (const { no } of recording.manifest.chunks) events.push(...(await recording.events(no)))
    expect(events.map((event) => [event.at, event.kind === 'output' && event.data])).toEqual([
      [500, 'a'],
      [2_000, 'b'],
      [2_500, 'c'],
      [10_250, 'd'],
      [90_000, 'e'],
    ])
  })

  it('may be an asciicast, with the size of its window', async () => {
    const { manifest } = await open('{"version": 2, "width": 120, "height": 40}\n[0.1,"o","x"]\n[0.2,"r","90x30"]\n')
    expect(manifest).toMatchObject({ columns: 120, rows: 40 })
    expect(eventsIn('{"version": 2, "width": 1, "height": 1}\n[1,"r","90x30"]').events).toEqual([
      { at: 1_000, kind: 'resize', columns: 90, rows: 30 },
    ])
  })

  it('is refused when nothing can be made of it', async () => {
    for (const odd of ['', 'not json', '[1', '{"version":2}\n[']) await expect(open(odd)).rejects.toThrow(Unreadable)
    expect((await open('{"x":"y","1":2,"NaN":"n"}')).manifest.chunks).toEqual([])
  })
})
