import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { client } from '../kit/client.ts'
import { dose } from '../kit/dose.ts'
import { openProgram, type Program } from './program.ts'

const ROUNDS = dose(24, 6)
const WRITERS = 4
const PASSWORD = 'Correct-horse-7'

describe('[T42] kill -9 under write load', () => {
  let program: Program
  beforeAll(async () => {
    program = await openProgram({ ADMIN_PASSWORD: PASSWORD })
    await program.start()
  })
  afterAll(() => program.stop())

  it('of the server or its database loses nothing that was acknowledged, and the next start needs no help', async () => {
    const login = await client(program.url, {}).post('authentication/tokens/', {
      username: 'admin',
      password: PASSWORD,
    })
    expect(login.status, login.text).toBe(201)
    const api = client(program.url, { authorization: `Bearer ${login.body.token}` })
    const acknowledged: string[] = []
    const unexpected: string[] = []
    let writing = true

    const writer = async (who: number) => {
      for (let i = 0; writing; i++) {
        const name = `w${who}-${i}`
        try {
          const reply = await api.post('users/groups/', { name })
          if (reply.status === 201) acknowledged.push(name)
          // Without its database the server says so; anything else would be a lie or a crash.
          else if (reply.status !== 503) unexpected.push(`${reply.status} ${reply.text}`)
        } catch {
          // Nobody listens right now: the server is down.
        }
        await wait(acknowledged.length > 4_000 ? 50 : 1)
      }
    }
    const writers = Array.from({ length: WRITERS }, (_, who) => writer(who))

    const kills = { server: 0, database: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 3)
      await wait(Math.random() * 150)
      if (round % 2 === 0) {
        await program.killServer()
        await program.start()
        kills.server++
      } else {
        program.killDatabase()
        kills.database++
      }
      await until(async () => (await api.get('/api/health/').catch(() => undefined))?.status === 200)
    }
    const before = acknowledged.length
    await until(() => acknowledged.length > before + 3)
    writing = false
    await Promise.all(writers)

    expect(kills).toEqual({ server: ROUNDS / 2, database: ROUNDS / 2 })
    expect(unexpected).toEqual([])
    const rows = (await api.get('users/groups/?fields=name')).body as { name: string }[]
    const names = new Set(rows.map((row) => row.name))
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
    const logs = (await api.get('audits/operate-logs/?action=create&fields=resource')).body as { resource: string }[]
    const audited = logs.map((row) => row.resource)
    expect(acknowledged.filter((name) => !audited.includes(name))).toEqual([])
    expect(new Set(audited).size).toBe(audited.length)
    expect(audited.filter((name) => /^w\d+-\d+$/.test(name) && !names.has(name))).toEqual([])
    const verdict = program.command('verify-audit')
    expect(verdict.status, verdict.output).toBe(0)
  })
})

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 300_000; Date.now() < end; await wait(20)) if (await condition()) return
  throw new Error('it never came true')
}
