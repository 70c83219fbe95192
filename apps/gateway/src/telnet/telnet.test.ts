import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LoginDialogue } from './login.ts'
import { TelnetReader } from './options.ts'

const pty = { term: 'xterm', columns: 80, rows: 255 }
const IAC = 255
const bytes = fc.array(
  // Mostly signs of the protocol: dice of plain bytes would hardly ever meet one.
  fc.oneof(fc.constantFrom(255, 254, 253, 252, 251, 250, 240, 241, 1, 3, 24, 31, 0, 13, 10), fc.nat(255)),
  { maxLength: 300 },
)

describe('the options of telnet', () => {
  it('[T32] never throws, and bytes that are cut anywhere say the same', () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(300), { maxLength: 8 }), (sent, cuts) => {
        const whole = new TelnetReader(pty).take(Buffer.from(sent))
        const reader = new TelnetReader(pty)
        const edges = [0, ...cuts.filter((cut) => cut < sent.length).sort((a, b) => a - b), sent.length]
        const parts = edges.slice(1).map((to, at) => reader.take(Buffer.from(sent.slice(edges[at], to))))
        expect(Buffer.concat(parts.map(({ text }) => text))).toEqual(whole.text)
        expect(Buffer.concat(parts.map(({ reply }) => reply))).toEqual(whole.reply)
      }),
    )
  })

  it('[T32] an answer is no longer than what was asked deserves', () => {
    fc.assert(
      fc.property(bytes, (sent) => {
        const { reply } = new TelnetReader(pty).take(Buffer.from(sent))
        expect(reply.length).toBeLessThanOrEqual(sent.length * 4 + 16)
      }),
    )
  })

  it('agrees to echo, go-ahead, type and size, refuses the rest, and never says the same twice', () => {
    const reader = new TelnetReader(pty)
    const ask = (...sent: number[]) => [...reader.take(Buffer.from(sent)).reply]
    expect(ask(IAC, 251, 1)).toEqual([IAC, 253, 1])
    expect(ask(IAC, 251, 1)).toEqual([])
    expect(reader.character).toBe(true)
    expect(ask(IAC, 253, 31)).toEqual([IAC, 251, 31, IAC, 250, 31, 0, 80, 0, IAC, IAC, IAC, 240])
    expect([...reader.resize({ columns: 100, rows: 30 })]).toEqual([IAC, 250, 31, 0, 100, 0, 30, IAC, 240])
    expect(ask(IAC, 253, 24)).toEqual([IAC, 251, 24])
    expect(ask(IAC, 250, 24, 1, IAC, 240)).toEqual([IAC, 250, 24, 0, ...Buffer.from('XTERM'), IAC, 240])
    expect(ask(IAC, 253, 39)).toEqual([IAC, 252, 39])
    expect(ask(IAC, 251, 38)).toEqual([IAC, 254, 38])
    expect(reader.take(Buffer.from([65, 13, 0, 66, IAC, IAC, IAC, 241])).text).toEqual(Buffer.from([65, 13, 66, IAC]))
    expect([...reader.encode(Buffer.from([65, IAC, 13]))]).toEqual([65, IAC, IAC, 13, 0])
  })
})

describe('the dialogue of a login', () => {
  const login = { username: 'ops', password: 'secret-1', private_key: '' }
  const talk = (...said: string[]) => {
    const dialogue = new LoginDialogue(login, undefined)
    return said.map((text) => dialogue.take(text))
  }

  it.each([
    ['login: ', 'Password: '],
    ['\u001b[1mUsername:\u001b[0m', 'password:'],
    ['host login: ', 'Password for ops: '],
    ['账号：', '密 码：'],
  ])('answers %j and %j', (name, password) => {
    expect(talk(name, password, '\r\nLast login: today\r\n$ ')).toEqual([
      { next: 'type', text: 'ops' },
      { next: 'type', text: 'secret-1' },
      { next: 'in', shown: '\r\nLast login: today\r\n$ ' },
    ])
  })

  it.each([
    '\r\nLogin incorrect\r\n',
    '\r\n% Authentication failed\r\n',
    '\r\nlogin: ',
    '\r\nPassword:',
    '\r\n密码错误\r\n',
  ])('takes %j for a refusal', (answer) =>
    expect(talk('login: ', 'Password: ', answer).at(-1)).toEqual({ next: 'refused' }),
  )

  it('takes a greeting that speaks of failed logins for what it is', () => {
    const greeting = '\r\nThere were 3 failed login attempts since.\r\nLast login: today\r\n# '
    expect(talk('login: ', 'Password: ', greeting).at(-1)).toMatchObject({ next: 'in' })
  })

  it('[T40] shows no password that a target echoes', () => {
    expect(talk('login: ', 'Password: ', 'secret-1\r\nswitch> ').at(-1)).toEqual({ next: 'in', shown: '\r\nswitch> ' })
  })

  it('[T32] never throws, whatever a target says', () => {
    fc.assert(fc.property(fc.array(fc.string({ maxLength: 50 })), (said) => void talk(...said)))
  })
})
