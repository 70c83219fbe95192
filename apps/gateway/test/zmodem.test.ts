// Against the real `sz` and `rz`, byte for byte.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FrameReader, type Given, Receiver, Sender, StartWatch } from '@drawbridge/terminal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-zmodem-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every byte there is, many times, and what looks like frames. */
const AWKWARD = Buffer.concat([
  Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
  Buffer.from('**\u0018B0100000023be50\r\n'.repeat(20), 'latin1'),
  Buffer.alloc(100, 0x18),
  randomBytes(300_000),
])

describe('files over a terminal', () => {
  it.each([[[]], [['-e']], [['-w', '2048']]])(
    'come from sz %j whole, several at a time, some left out',
    async (options) => {
      writeFileSync(join(folder, 'one'), AWKWARD)
      writeFileSync(join(folder, 'two'), '')
      writeFileSync(join(folder, 'not wanted'), 'x')
      const sz = spawn('sz', ['-q', ...options, 'one', 'not wanted', 'two'], { cwd: folder })
      const files = new Map<string, Buffer[]>()
      const ended: string[] = []
      const over = new Promise<string>((done) => {
        const receiver = new Receiver({
          send: (bytes) => sz.stdin.write(bytes),
          onFile: ({ name, size }) => {
            if (name === 'not wanted') return undefined
            if (name === 'one') expect(size).toBe(AWKWARD.length)
            files.set(name, [])
            return { data: (bytes) => files.get(name)!.push(Buffer.from(bytes)), end: () => ended.push(name) }
          },
          onNoise: () => undefined,
          onOver: done,
        })
        sz.stdout.on('data', (data: Buffer) => receiver.take(data))
      })
      expect(await over).toBe('done')
      expect(ended).toEqual(['one', 'two'])
      expect(Buffer.concat(files.get('one')!).equals(AWKWARD)).toBe(true)
      sz.stdin.end()
      expect(await new Promise((done) => sz.once('close', done))).toBe(0)
    },
  )

  it('go to rz whole, several at a time', async () => {
    const rz = spawn('rz', ['-q', '-y', '-b'], { cwd: folder })
    const given = (name: string, content: Buffer): Given => ({
      name,
      size: content.length,
      read: async (from, to) => content.subarray(from, to),
    })
    const starts = new StartWatch()
    const over = new Promise<string>((done) => {
      const sender = new Sender({
        files: [given('sent-one', AWKWARD), given('sent empty', Buffer.alloc(0)), given('sent-中文', Buffer.from('x'))],
        send: (bytes) => new Promise((sent) => rz.stdin.write(bytes, () => sent())),
        onProgress: () => undefined,
        onSkipped: () => undefined,
        onNoise: () => undefined,
        onOver: done,
      })
      rz.stdout.on('data', (data: Buffer) => {
        if (starts.look(data)?.direction === 'upload') sender.begin()
        sender.take(data)
      })
    })
    expect(await over).toBe('done')
    rz.stdin.end()
    expect(await new Promise((done) => rz.once('close', done))).toBe(0)
    expect(readFileSync(join(folder, 'sent-one')).equals(AWKWARD)).toBe(true)
    expect(readFileSync(join(folder, 'sent empty')).length).toBe(0)
    expect(readFileSync(join(folder, 'sent-中文'), 'utf8')).toBe('x')
  })

  it('begin wherever the line is cut; and what is no frame is told apart, byte for byte', () => {
    const bytes = Buffer.from('rz waiting **\u0018B0100000023be50\r\u008a\u0011 then * and ** text', 'latin1')
    for (let cut = 0; cut <= bytes.length; cut++) {
      const starts = new StartWatch()
      const found = [bytes.subarray(0, cut), bytes.subarray(cut)].flatMap((part) => starts.look(part) ?? [])
      expect(found.map(({ direction }) => direction)).toEqual(['upload'])
      const reader = new FrameReader({ onRead: () => undefined })
      const stretches = [...reader.take(bytes.subarray(0, cut)), ...reader.take(bytes.subarray(cut))]
      const noise = stretches
        .filter(({ isFrame }) => !isFrame)
        .map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
      expect(noise.join('')).toBe('rz waiting  then * and ** text')
    }
  })
})
