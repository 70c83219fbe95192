// The screen that is told draws the same again: for those who look on, and for players that begin in the middle.
import headless from '@xterm/headless'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MissedModes } from './modes.ts'
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

describe('a screen that was torn by a flood', () => {
  const STEERED = '\u001b[3;3Hx\u001b[5Ay\r\n'
  /** As a terminal shows it that saw everything. */
  const whole = async (pieces: readonly Buffer[]) => {
    const terminal = new headless.Terminal({ cols: 40, rows: 8, scrollback: 0, allowProposedApi: true })
    for (const piece of pieces) await write(terminal, piece)
    return terminal
  }
  const flooded = async (missed: string, after: readonly string[]) => {
    const screen = new Screen(40, 8)
    const pieces = [
      ...Array.from({ length: 4 }, () => Buffer.from('lines\r\n'.repeat(20_000))),
      Buffer.from(missed),
      ...Array.from({ length: 20 }, () => Buffer.from(STEERED.repeat(500))),
    ]
    for (const piece of pieces) screen.show(piece)
    await screen.settled()
    const wasTorn = screen.isTorn
    for (const piece of after) {
      screen.show(Buffer.from(piece))
      await screen.settled()
      await told(screen)
    }
    const again = await whole([Buffer.from((await told(screen)).data)])
    const same = await whole([...pieces, ...after.map((piece) => Buffer.from(piece))])
    const { isTorn } = screen
    screen.close()
    return { wasTorn, isTorn, shown: textOf(again), right: textOf(same) }
  }
  const lines = (count: number) => Array.from({ length: count }, (_, no) => `line ${no}\r\n`).join('')

  it.each([
    ['is wiped', '', ['\u001b[H\u001b[2J\u001b[3J$ ls\r\nfile']],
    ['is reset', '\u001b[?1049h', ['\u001bcanew']],
    ['has gone by', '', [lines(20), '\u001b]0;title\u0007\u001b[?2004h$ ']],
    ['has gone by, a prompt at a time', '', Array.from({ length: 9 }, () => '\u001b[?2004h$ \u001b[?2004l\r\n')],
    ['is wiped in modes that were missed', '\u001b[2;5r\u001b(0', ['\u001b[H\u001b[2J', lines(20), 'qqq']],
    ['is left, and wiped', '\u001b[?1049hin', ['\u001b[2J\u001b[Hno', '\u001b[?1049l', '\u001b[H\u001b[Jyes']],
  ])('is whole again when what was on it %s', async (_, missed, after) => {
    const { wasTorn, isTorn, shown, right } = await flooded(missed, after)
    expect([wasTorn, isTorn]).toEqual([true, false])
    expect(shown).toEqual(right)
  })

  it.each([
    ['a part of it is old', '', [lines(3)]],
    ['only a region has gone by', '\u001b[2;5r', [lines(30)]],
    ['only the screen before it was wiped', '\u001b[?1049h', ['\u001b[2J\u001b[H', lines(30)]],
  ])('stays torn as long as %s', async (_, missed, after) => {
    expect(await flooded(missed, after)).toMatchObject({ wasTorn: true, isTorn: true })
  })

  it('knows the modes of a part that was cut in the middle of a sequence', async () => {
    const modes = new MissedModes()
    for (const part of ['text \u001b[?10', '49', 'h more \u001b', '[?25;7l\u001b[2;5', 'r\u001b[?25h\u001b'])
      modes.take(part)
    expect(modes.spend()).toBe('\u001b[?1049h\u001b[?7l\u001b[2;5r\u001b[?25h\u001b')
    modes.take('\u001b[?1049h\u001bc\u001b[4h')
    expect(modes.spend()).toBe('\u001bc\u001b[4h')
  })
})

describe('a screen that was put away', () => {
  const colour = fc.constantFrom('\u001b[31m', '\u001b[1;44m', '\u001b[0m', '\u001b(B\u001b[m')
  const steer = fc.constantFrom(
    ...['\r\n', '\r', '\b', '\t', '\u001b[K', '\u001b[2J\u001b[H', '\u001b[3;5H', '\u001b[2A', '\u001b7', '\u001b8'],
    ...[
      '\u001b[2;4r',
      '\u001b[r',
      '\u001b[?25l',
      '\u001b[?2004h',
      '\u001b[4h',
      '\u001b[4l',
      '\u001b[?7l',
      '\u001b[?7h',
    ],
    ...['\u001b[?1049h', '\u001b[?1049l', '\u001b[', '\u001b]0;title\u0007', '\u000e', '\u000f', '\u001b)0', '\u001bH'],
  )
  const text = fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom('$ ls -l', '中文字', '😀 é', 'x'.repeat(24)))
  const seen = async (screen: Screen) => {
    await screen.settled()
    const { line, taken, cursor } = { line: screen.line(), taken: screen.taken, cursor: screen.cursor }
    return { line, taken, cursor, shown: await told(screen) }
  }

  it('is a shell that waits at its prompt, not a program that has the screen or a sequence that is not whole', async () => {
    for (const [shown, isAway] of [
      ['\u001b[?2004huser@host:~$ ', true],
      ['$ vi\r\n\u001b[?1049h\u001b[2J', false],
      ['half a sequence \u001b[3', false],
      ['\u001b(0lines', false],
    ] as const) {
      const screen = new Screen(40, 6)
      screen.show(Buffer.from(shown))
      await screen.settled()
      screen.rest()
      expect([shown, screen.isAway]).toEqual([shown, isAway])
      screen.close()
    }
  })

  it('is away from the start, until somebody looks or much is shown', async () => {
    const [looked, flooded] = [new Screen(40, 6), new Screen(40, 6)]
    for (const screen of [looked, flooded]) {
      screen.show(Buffer.from('welcome\r\n$ '))
      expect(screen.isAway).toBe(true)
    }
    expect(looked.line().text).toBe('$')
    flooded.show(Buffer.from('x'.repeat(5_000)))
    for (const screen of [looked, flooded]) {
      expect(screen.isAway).toBe(false)
      screen.close()
    }
  })

  it('is the same as one that was not, whatever follows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(colour, steer, text), { maxLength: 12 }), async (pieces) => {
        const [left, put, unseen] = [new Screen(20, 6), new Screen(20, 6), new Screen(20, 6)]
        for (const piece of pieces) {
          for (const screen of [left, put, unseen]) screen.show(Buffer.from(piece))
          await put.settled()
          put.rest()
          expect(await told(put)).toEqual(await told(left))
        }
        expect(await seen(put)).toEqual(await seen(left))
        expect(await seen(unseen)).toEqual(await seen(left))
        for (const screen of [left, put, unseen]) screen.close()
      }),
      { numRuns: 60 },
    )
  })
})
