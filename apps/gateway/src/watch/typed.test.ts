import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Screen } from './screen.ts'
import { createKeyReader, TypedLine } from './typed.ts'

const typed = (...pieces: string[]) => {
  const line = new TypedLine()
  const reader = createKeyReader()
  const keys = pieces.flatMap((piece) => [...reader.read(Buffer.from(piece), line)])
  return { text: line.text, unsure: line.unsure, enters: keys.filter(({ kind }) => kind === 'enter').length, keys }
}

const few = process.env.THOROUGH === '1' ? 20_000 : 200

describe('a typed line', () => {
  it.each([
    ['rm -rf x', 'rm -rf x'],
    ['ls\u007f\u007frm', 'rm'],
    ['wrong\u0015right', 'right'],
    ['one two\u0017three', 'one three'],
    ['b\u0001a\u0005c', 'abc'],
    ['ac\u001b[Db', 'abc'],
    ['你好\u007f', '你'],
    ['\u001b[200~pasted\u001b[201~', 'pasted'],
  ])('%j is %j', (keys, text) => {
    expect(typed(keys)).toMatchObject({ text, unsure: false })
  })

  it('is unsure once the shell completes, remembers or edits by itself', () => {
    for (const key of ['\t', '\u001b[A', '\u0012', '\u0010', '\u001bf', '\u0016'])
      expect(typed(`a${key}`).unsure).toBe(true)
  })

  it('[T32] whatever is typed, no byte is lost or changed on its way, and nothing throws', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 }), (pieces) => {
        const line = new TypedLine()
        const reader = createKeyReader()
        const passed = pieces.flatMap((piece) => [...reader.read(Buffer.from(piece), line)].map(({ bytes }) => bytes))
        expect(Buffer.concat(passed).equals(Buffer.concat(pieces))).toBe(true)
      }),
      { numRuns: few },
    )
  })

  it('[T32] a screen takes any bytes and any size', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .constantFrom('\u001b[', '\u001b]0;', '\u001bP', '\u001b[?1049h', '\u001b[99999;99999H', '\u001b[9999999999L')
        .map((text) => new Uint8Array(Buffer.from(text))),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.integer(), fc.integer(), async (pieces, columns, rows) => {
        const screen = new Screen(80, 24)
        for (const one of pieces) screen.show(Buffer.from(one))
        screen.resize(columns, rows)
        await screen.settled()
        expect(typeof screen.line().text).toBe('string')
        screen.close()
      }),
      { numRuns: few },
    )
  })

  it('[T32] one sequence with a huge number does not keep a screen busy', async () => {
    const screen = new Screen(80, 24)
    const finals = Array.from({ length: 0x7f - 0x40 }, (_, at) => String.fromCharCode(0x40 + at))
    for (const between of ['', ' ', "'", '?', '>', '!', '$', '"'])
      for (const final of finals)
        screen.show(
          Buffer.from(
            between === '?' || between === '>'
              ? `x\u001b[${between}2147483647${final}`
              : `x\u001b[2147483647;2147483647${between}${final}`,
          ),
        )
    await screen.settled()
    screen.close()
  })

  it('a screen that floods shows its end', async () => {
    const screen = new Screen(40, 5)
    for (let no = 0; no < 3_000; no++) screen.show(Buffer.from(`${'x'.repeat(300)} ${no}\r\n`))
    screen.show(Buffer.from('$ '))
    let last = ''
    while (last !== '$') {
      await screen.settled()
      last = screen.line().text
    }
    expect(last).toBe('$')
  })
})
