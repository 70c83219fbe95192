import type { Event } from '@drawbridge/terminal'
import { describe, expect, it } from 'vitest'
import { LONGEST_LINE, MOST_FOUND, ShownText, searchShown } from './shown-text.ts'

const find = (wanted: string, ...pieces: readonly (readonly [at: number, data: string])[]) => {
  const text = new ShownText(wanted)
  text.read(pieces.map(([at, data]): Event => ({ at, kind: 'output', data })))
  text.end()
  return text.take().map(({ atMs, line, from, to }) => [atMs, line.slice(from, to), line])
}

describe('what was shown', () => {
  it('is found however it was typed, at the moment it was all there', () => {
    expect(find('whoami', [10, '$ w'], [20, 'ho'], [30, 'ami'], [40, '\r\nroot\r\n'])).toEqual([
      [30, 'whoami', '$ whoami'],
    ])
    expect(find('ROOT', [40, 'root\r\n'])).toEqual([[40, 'root', 'root']])
    expect(find('目录', [5, '中文目录\n'])).toEqual([[5, '目录', '中文目录']])
  })

  it('is found under its colours, and in pieces that cut a sequence', () => {
    expect(find('error', [1, 'an \x1b[1;31mer\x1b['], [2, '0mror\x1b]0;title er'], [3, 'ror\x07!\n'])).toEqual([
      [2, 'error', 'an error!'],
    ])
    expect(find('title', [1, '\x1b]0;title\x1b\\ok\n'], [2, '\x1bPtitle\x1b\\\x1b(Bok\n'])).toEqual([])
  })

  it('is what stood there after corrections', () => {
    expect(find('cst', [1, 'cst'], [2, '\b \b\b \b'], [3, 'at\n'])).toEqual([])
    expect(find('cat', [1, 'cst'], [2, '\b\b'], [3, 'at\n'])).toEqual([[3, 'cat', 'cat']])
  })

  it('does not reach over lines and jumps of the cursor', () => {
    expect(find('ab', [1, 'a\r\nb\r\n'], [2, 'a\x1b[5;1Hb\n'], [3, 'a\rb\n'])).toEqual([])
  })

  it('takes input and key frames for nothing shown, and any bytes for text', () => {
    const text = new ShownText('secret')
    text.read([
      { at: 1, kind: 'input', data: 'secret\n' },
      { at: 1, kind: 'screen', data: 'secret', columns: 80, rows: 24 },
    ])
    text.end()
    expect(text.take()).toEqual([])
    expect(find('x', [1, '\x1b[999999999999;;;?>!x\u0000\uD800x\n'])).toHaveLength(1)
  })

  it('a line without an end is read in parts', () => {
    const found = find('needle', [1, `${'-'.repeat(LONGEST_LINE * 3)}needle`])
    expect(found).toHaveLength(1)
  })

  it('is searched chunk by chunk, as long as somebody wants to know and there is not too much of it', async () => {
    const shares: number[] = []
    const stopped = new AbortController()
    let count = 0
    const chunk = async (no: number): Promise<Event[]> => [{ at: no, kind: 'output', data: no === 2 ? 'x\nx' : 'y\n' }]
    await searchShown('x', {
      chunks: 4,
      events: chunk,
      signal: stopped.signal,
      onFound: (found, share) => {
        shares.push(share)
        count = found.length
      },
    })
    expect([shares, count]).toEqual([[0.25, 0.5, 0.75, 1], 2])
    await searchShown('x', {
      chunks: 3,
      events: async () => [{ at: 0, kind: 'output', data: 'x'.repeat(MOST_FOUND + 7) }],
      signal: stopped.signal,
      onFound: (found) => {
        count = found.length
      },
    })
    expect(count).toBe(MOST_FOUND)
    stopped.abort()
    await searchShown('x', { chunks: 3, events: chunk, signal: stopped.signal, onFound: () => expect.fail() })
  })
})
