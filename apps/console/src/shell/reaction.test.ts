import { describe, expect, it } from 'vitest'
import { type Circumstances, reactionTo } from './reaction.ts'

const at = (more: Partial<Circumstances> = {}): Circumstances => ({
  status: 500,
  path: '/api/v1/users/users/',
  flash: true,
  watch: false,
  started: true,
  ...more,
})

describe('a call that failed', () => {
  it('[ERR-01] [ERR-16] is told in red, whatever its status', () => {
    for (const status of [0, 400, 403, 404, 409, 418, 500, 502]) expect(reactionTo(at({ status }))).toBe('tell')
  })

  it('is told by the caller where the caller says so', () => {
    expect(reactionTo(at({ flash: false }))).toBe('nothing')
  })

  it('[ERR-07] [ERR-08] [ERR-11] asks to log in again on 401, without a red message', () => {
    expect(reactionTo(at({ status: 401 }))).toBe('ask')
    expect(reactionTo(at({ status: 401, flash: false }))).toBe('ask')
  })

  it('[ERR-10] leads to the login at once when it was the profile', () => {
    expect(reactionTo(at({ status: 401, path: '/api/v1/users/profile/' }))).toBe('login')
  })

  it('[HTTP-07] asks when only the watch noticed, as somebody may be typing', () => {
    expect(reactionTo(at({ status: 401, path: '/api/v1/users/profile/', flash: false, watch: true }))).toBe('ask')
  })

  it('is left to the guard while nobody has been let in', () => {
    expect(reactionTo(at({ status: 401, started: false }))).toBe('nothing')
  })
})
