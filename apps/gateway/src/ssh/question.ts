// Reads one line from a person on a bare terminal: what is typed is shown, unless it is secret.
import type { Duplex } from 'node:stream'
import { safe } from '../session/seat.ts'
import { widthOf } from '../session/width.ts'

const LONGEST = 1024

/** The line; undefined when the person wants to leave (Ctrl-C, Ctrl-D on an empty line, or they are gone). */
export const question = (stream: Duplex, prompt: string, { secret = false } = {}): Promise<string | undefined> =>
  new Promise((done) => {
    let line = ''
    const finish = (answer: string | undefined, rest?: Buffer) => {
      stream.off('data', take)
      stream.off('close', leave)
      stream.pause()
      if (rest && rest.length > 0) stream.unshift(rest)
      if (stream.writable) stream.write('\r\n')
      done(answer)
    }
    const leave = () => finish(undefined)
    const take = (data: Buffer) => {
      const text = data.toString('utf8')
      let echo = ''
      for (let at = 0; at < text.length; ) {
        const sequence = KEYS.exec(text.slice(at))?.[0]
        if (sequence) {
          at += sequence.length
          continue
        }
        const sign = String.fromCodePoint(text.codePointAt(at)!)
        at += sign.length
        if (sign === '\r' || sign === '\n') {
          if (echo) stream.write(echo)
          // A pasted block goes on with the next question; the line feed of a line end does not.
          if (sign === '\r' && text[at] === '\n') at++
          return finish(line, Buffer.from(text.slice(at)))
        }
        if (sign === '\u0003' || (sign === '\u0004' && line === '')) return finish(undefined)
        if (sign === '\u007f' || sign === '\b') {
          const last = [...line].at(-1)
          if (last === undefined) continue
          line = line.slice(0, -last.length)
          if (!secret) echo += '\b \b'.repeat(widthOf(last))
        } else if (sign === '\u0015') {
          if (!secret) echo += '\b \b'.repeat(widthOf(line))
          line = ''
        } else if (sign >= ' ' && line.length < LONGEST) {
          line += sign
          if (!secret) echo += safe(sign)
        }
      }
      if (echo) stream.write(echo)
    }
    stream.on('data', take)
    stream.once('close', leave)
    stream.write(prompt)
    if (stream.destroyed) leave()
    else stream.resume()
  })

// biome-ignore lint/suspicious/noControlCharactersInRegex: arrows and their like are passed over
const KEYS = /^\u001b(?:\[[0-9;?]*[ -/]*[@-~]|O[@-~]|[ -~])?/
