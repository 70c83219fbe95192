import { readEvents } from '@drawbridge/terminal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDemoHost } from '../src/ssh/demo-host.ts'
import { takeTour } from '../src/ssh/demo-tour.ts'
import { aWay, PASSWORD, Place } from './kit/place.ts'
import { until } from './kit/ssh.ts'
import { freePort, keyPair } from './kit/sshd.ts'

let place: Place
beforeAll(async () => {
  place = await Place.open()
})
afterAll(() => place.close())

it('an auditor of the demo finds sessions that were really played, with commands, a refusal and files', async () => {
  const port = await freePort()
  const { privateKey: hostKey } = keyPair(place.folder, 'demo-host')
  const host = await openDemoHost({ port, hostKey, username: 'demo', password: 'demo' })
  const rules = [{ id: 'r', type: 'command', content: 'rm', priority: 90, action: 'deny' }] as const
  place.server.people.set('li', { password: PASSWORD })
  place.target('demo-host', {
    port,
    login: { mode: 'auto', username: 'demo', password: 'demo', private_key: '' },
    sftp_root: '/tmp',
    rules,
  })
  place.server.waysTo.set('demo-host', [aWay('demo')])
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  await takeTour({ port: place.gateway.sshPort, password: PASSWORD, log, pace: { keyMs: 1, lineMs: 60 } })
  await until(() => place.server.finished.size >= 2, 'the end of the sessions')
  await place.gateway.means.commands.flush()

  const typed = place.server.said.map(({ input, risk_level }) => [input, risk_level])
  expect(typed).toContainEqual(['cat readme.txt', 0])
  expect(typed).toContainEqual(['rm -rf /tmp/logs', 5])
  const [chunks] = [...place.server.chunks.values()]
  const shown = chunks!
    .flatMap((bytes) => readEvents(bytes))
    .map((event) => (event.kind === 'output' ? event.data : ''))
    .join('')
  expect(shown).toContain('every key is recorded')
  expect((await place.told()).map(({ operate, filename }) => [operate, filename])).toEqual([
    ['Upload', '/tmp/report.csv'],
    ['Download', '/tmp/report.csv'],
  ])
  // There is no database here: that is told, and the rest is played all the same.
  expect(place.server.asked.map(({ asset, application }) => asset ?? application)).toEqual(['demo-host', 'demo-host'])
  host.close()
})
