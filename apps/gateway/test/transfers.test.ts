// Files over the terminal itself, with the real `rz` and `sz` on the target.
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Receiver, readEvents, Sender, StartWatch } from '@drawbridge/terminal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageAtWork } from './kit/page.ts'
import { Place } from './kit/place.ts'
import { until } from './kit/ssh.ts'

let place: Place
let folder: string
beforeAll(async () => {
  place = await Place.open()
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-transfers-'))
  const rules = [{ id: 'r', type: 'command' as const, content: 'reboot', priority: 50, action: 'deny' as const }]
  place.target('guarded', { rules })
  place.target('no-files', { actions: ['connect'] })
})
afterAll(async () => {
  await place.close()
  rmSync(folder, { recursive: true, force: true })
})

const begin = async (asset = 'web-01') => {
  const ticket = randomUUID()
  const person = { id: 'id-of-ann', username: 'ann', name: 'ann' }
  place.server.files.length = 0
  place.server.tickets.set(ticket, { person, address: '10.9.9.9', lang: 'en' })
  const page = new PageAtWork(place, ticket)
  const { session } = await page.open(asset)
  await page.see('# ')
  page.type(`cd ${folder}\r`)
  await until(() => page.text.includes(`${folder}#`), 'the folder')
  return { page, session }
}
const finish = async (page: PageAtWork, session: string) => {
  page.type('exit\r')
  await page.note('closed')
  await until(() => place.server.finished.has(session), 'the end told to the server')
  await place.gateway.means.commands.flush()
  const events = place.server.chunks.get(session)!.flatMap((bytes) => readEvents(bytes))
  return {
    shown: events.map((event) => (event.kind === 'output' ? event.data : '')).join(''),
    marks: events.flatMap((event) => (event.kind === 'mark' ? [event.data] : [])),
    commands: place.server.said.filter((said) => said.session === session).map(({ input }) => input),
  }
}
/** The shell waits again: what is typed before that, `rz` and `sz` throw away when they end. Backspaces of a cancellation that reach it ring its bell. */
const prompt = (page: PageAtWork) =>
  until(() => page.text.replaceAll('\u0007', '').trimEnd().endsWith('#'), 'the prompt')
const rows = async () => (await place.told()).splice(0)
const CONTENT = Buffer.concat([Buffer.from('a secret in the file '.repeat(50)), randomBytes(200_000)])
const LARGE = Buffer.alloc(8_000_000, 'a secret in the file ')

describe('files over the terminal', () => {
  it('are fetched with sz by those who may: noted, marked, and not in the recording', async () => {
    writeFileSync(join(folder, 'report'), CONTENT)
    const { page, session } = await begin('guarded')
    const got: Buffer[] = []
    const starts = new StartWatch()
    let receiver: Receiver | undefined
    const over = new Promise((done) => {
      page.onBytes = (bytes) => {
        if (!receiver && !starts.look(bytes)) return
        receiver ??= new Receiver({
          send: (some) => page.socket.send(some),
          onFile: ({ name }) => ({
            data: (data) => got.push(Buffer.from(data)),
            end: () => expect(name).toBe('report'),
          }),
          onNoise: () => undefined,
          onOver: (how) => {
            page.onBytes = () => undefined
            done(how)
          },
        })
        receiver.take(bytes)
      }
    })
    page.type('sz report\r')
    expect(await over).toBe('done')
    expect(Buffer.concat(got).equals(CONTENT)).toBe(true)
    await prompt(page)
    page.type('echo after $((1+1))\r')
    await page.see('after 2')
    page.type('reboot\r')
    await page.see('is forbidden')
    const { shown, marks, commands } = await finish(page, session)
    expect(await rows()).toMatchObject([
      { operate: 'Download', filename: 'report', is_success: true, remote_addr: '10.9.9.9', asset: 'guarded' },
    ])
    expect(marks).toContain('download: report')
    expect(shown).not.toContain('a secret in the file')
    expect(shown).toContain('after 2')
    expect(commands).toContain('sz report')
    expect(commands).toContain('echo after $((1+1))')
  })

  it('are brought with rz by those who may', async () => {
    const { page, session } = await begin('guarded')
    const starts = new StartWatch()
    let sender: Sender | undefined
    const over = new Promise((done) => {
      page.onBytes = (bytes) => {
        if (!sender && !starts.look(bytes)) return
        if (!sender) {
          sender = new Sender({
            files: [{ name: 'brought', size: CONTENT.length, read: async (from, to) => CONTENT.subarray(from, to) }],
            send: (some) => new Promise((sent) => page.socket.send(some, () => sent())),
            onProgress: () => undefined,
            onSkipped: () => undefined,
            onNoise: () => undefined,
            onOver: done,
          })
          sender.begin()
        }
        sender.take(bytes)
      }
    })
    page.type('rz -y\r')
    expect(await over).toBe('done')
    await prompt(page)
    page.type('echo after $((2+2))\r')
    await page.see('after 4')
    expect(readFileSync(join(folder, 'brought')).equals(CONTENT)).toBe(true)
    const { shown, marks } = await finish(page, session)
    expect(await rows()).toMatchObject([{ operate: 'Upload', filename: 'brought', is_success: true }])
    expect(marks).toContain('upload: brought')
    expect(shown).not.toContain('a secret in the file')
  })

  it('[T41] are refused to those who may not, from a browser and with ssh, and the shell goes on', async () => {
    writeFileSync(join(folder, 'report'), CONTENT)
    const { page, session } = await begin('no-files')
    page.type('sz report\r')
    await page.see('no right to download files')
    await prompt(page)
    page.type('echo then $((3+3))\r')
    await page.see('then 6')
    page.type('rz\r')
    await page.see('no right to upload files')
    await prompt(page)
    page.type('echo then $((4+4))\r')
    await page.see('then 8')
    expect(page.text).not.toContain('a secret in the file')
    await finish(page, session)
    const ann = place.type('ann@ops@no-files')
    await ann.see('# ')
    ann.type(`cd ${folder}; sz report\r`)
    await ann.see('no right to download files')
    await ann.see('# ')
    ann.type('rz\r')
    await ann.see('no right to upload files')
    await ann.see('# ')
    ann.type('echo and $((5+5))\r')
    await ann.see('and 10')
    ann.type('exit\r')
    await ann.closed
    expect(ann.text).not.toContain('a secret in the file')
    expect(await rows()).toEqual([])
    expect(existsSync(join(folder, 'x'))).toBe(false)
  })

  it('[T41] hide nothing: who only pretends a transfer is judged and recorded as ever', async () => {
    const { page, session } = await begin('guarded')
    page.type("printf '**\\030B0100000023be50\\r\\n'\r")
    await page.see('B0100000023be50')
    page.type('echo seen $((6+6))\r')
    await page.see('seen 12')
    page.type('reboot\r')
    await page.see('is forbidden')
    const { shown, commands } = await finish(page, session)
    expect(shown).toContain('seen 12')
    expect(commands).toContain('echo seen $((6+6))')
    expect(await rows()).toEqual([])
  })

  it('[T41] carry nothing past the guard for somebody who may only download', async () => {
    place.target('only-out', {
      actions: ['connect', 'download_file'],
      rules: [{ id: 'r', type: 'command', content: 'touch', priority: 50, action: 'deny' }],
    })
    const proof = join(folder, 'past-the-guard')
    const { page, session } = await begin('only-out')
    page.type("printf '**\\030B00000000000000\\r\\n'\r")
    await page.see('B00000000000000')
    await prompt(page)
    // A frame of data, as only a sender has them, with a command in it.
    const header = [0x2a, 0x18, 0x43, 0x0a, 0, 0, 0, 0, 0xbc, 0xef, 0x92, 0x8c]
    page.socket.send(Buffer.concat([Buffer.from(header), Buffer.from(`\rtouch ${proof}\r`)]))
    page.type('echo still $((8+8))\r')
    await page.see('still 16')
    const { commands } = await finish(page, session)
    expect(existsSync(proof)).toBe(false)
    expect(commands.join()).toContain('echo still')
  })

  it('[T41] hide nothing in data that a shell pretends to send', async () => {
    const data = '*\\030C\\012\\000\\000\\000\\000\\274\\357\\222\\214'
    for (const start of ['**\\030B00000000000000', '**\\030B0100000023be50']) {
      const { page, session } = await begin('guarded')
      page.type(`printf '${start}\\r\\n${data}'\r`)
      await until(() => page.text.trimEnd().endsWith('#') && page.text.includes('\u0018C'), 'the pretended data')
      page.type('echo in plain $((9+9)) sight\r')
      await page.see('in plain 18 sight')
      page.type('reboot\r')
      await page.see('is forbidden')
      const { shown } = await finish(page, session)
      expect(shown).toContain('in plain 18 sight')
    }
  })

  it('that are cut off are noted as such', async () => {
    writeFileSync(join(folder, 'large'), LARGE)
    const { page, session } = await begin()
    const starts = new StartWatch()
    let receiver: Receiver | undefined
    const over = new Promise((done) => {
      page.onBytes = (bytes) => {
        if (!receiver && !starts.look(bytes)) return
        receiver ??= new Receiver({
          send: (some) => page.socket.send(some),
          onFile: () => ({ data: () => receiver!.cancel(), end: () => undefined }),
          onNoise: () => undefined,
          onOver: (how) => {
            page.onBytes = () => undefined
            done(how)
          },
        })
        receiver.take(bytes)
      }
    })
    page.type('sz large\r')
    // A program that ends throws away what it still had to say, its own cancellation too.
    await until(() => place.server.files.length > 0, 'the row of the file')
    await prompt(page)
    receiver!.leave()
    expect(await over).toBe('cancelled')
    page.type('echo on $((7+7))\r')
    await page.see('on 14')
    const { shown } = await finish(page, session)
    expect(await rows()).toMatchObject([{ operate: 'Download', filename: 'large', is_success: false }])
    expect(shown).not.toContain('a secret in the file')
  })
})
