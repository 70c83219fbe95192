// The screen that is told draws the same again: for those who look on, and for players that begin in the middle.
import headless from '@xterm/headless'
import { describe, expect, it } from 'vitest'
import { Screen } from './screen.ts'

const write = (terminal: InstanceType<typeof headless.Terminal>, data: string | Buffer) =>
  new Promise<void>((done) => terminal.write(data, done))
const told = (screen: Screen) =>
  new Promise<{ data: string; rest?: Buffer }>((done) => screen.asItIs(({ data }, rest) => done({ data, rest })))
const textOf = (terminal: InstanceType<typeof headless.Terminal>) => {
  const { active } = terminal.buffer
  return Array.from({ length: terminal.rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true))
}

describe('the screen as it is', () => {
  it('draws the same on an empty one, and what follows goes on in the same way', async () => {
    for (const [before, after] of [
      ['plain\r\nlines', ' go on\r\nand on'],
      ['\u001b[31mred \u001b[1mbold', ' still so'],
      ['\u001b[?1049h\u001b[5;5Hin another', '\u001b[?1049l back'],
      // A progress line below lines that scroll.
      ['\u001b[1;5r\u001b[6;1Hprogress\u001b[5;1Hfive', '\r\nsix\r\nseven'],
      ['中文 and 😀\u001b[2D', 'x'],
      ['\u001b[?25l\u001b[2;3Hhidden', '\u001b[?25h'],
    ] as const) {
      const whole = new headless.Terminal({ cols: 30, rows: 8, scrollback: 0, allowProposedApi: true })
      const again = new headless.Terminal({ cols: 30, rows: 8, scrollback: 0, allowProposedApi: true })
      const screen = new Screen(30, 8)
      screen.show(Buffer.from(before))
      const { data } = await told(screen)
      await write(whole, before + after)
      await write(again, data)
      await write(again, after)
      expect(textOf(again)).toEqual(textOf(whole))
      expect([again.buffer.active.cursorX, again.buffer.active.cursorY]).toEqual([
        whole.buffer.active.cursorX,
        whole.buffer.active.cursorY,
      ])
      screen.close()
    }
  })

  it('is told even in a flood, and says whether a part was missed that steered it', async () => {
    const flood = (line: string) => Buffer.from(line.repeat(Math.ceil(700_000 / line.length)))
    const plain = new Screen(80, 24)
    for (let i = 0; i < 4; i++) plain.show(flood('a line of \u001b[32mtext\u001b[0m\r\n'))
    plain.show(Buffer.from('the end'))
    await told(plain)
    await plain.settled()
    expect((await told(plain)).data).toContain('the end')
    expect(plain.isTorn).toBe(false)
    const steered = new Screen(80, 24)
    for (let i = 0; i < 4; i++) steered.show(flood('\u001b[?1049h\u001b[3;3Hx\r\n'))
    await told(steered)
    expect(steered.isTorn).toBe(true)
    const unlined = new Screen(80, 24)
    for (let i = 0; i < 4; i++) unlined.show(flood('no line ends here'))
    await told(unlined)
    await unlined.settled()
    await told(unlined)
    expect(unlined.isTorn).toBe(true)
    for (const one of [plain, steered, unlined]) one.close()
  })
})
