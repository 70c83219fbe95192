import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../kit/world.ts'

describe('stored files', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const tries = [
    '/media/',
    '/media/replay/2026-11-15/x.gz',
    '/media/../keys/master.json',
    '/media/%2e%2e/keys/master.json',
    '/media/..%2fkeys%2fmaster.json',
    '/static/../../keys/master.json',
    '/static/img/..%2f..%2f..%2fkeys%2fmaster.json',
    '/core/static/..%2f..%2fkeys%2flicence.key.pem',
    '/ui/..%2f..%2fkeys%2fpostgres',
    '/ui/%2e%2e/%2e%2e/keys/master.json',
    '/keys/master.json',
    '/data/keys/master.json',
  ]

  it('[T49] are behind no open path: nothing of the data folder is served to anybody', async () => {
    for (const path of tries) {
      for (const api of [world.anonymous(), world.admin.api]) {
        const reply = await api.get(path)
        expect(reply.status, path).not.toBe(500)
        expect(reply.text, path).not.toMatch(/PRIVATE KEY|"keys"|"key":/)
        if (path.startsWith('/media/')) expect(reply.status, path).toBe(404)
      }
    }
  })
})
