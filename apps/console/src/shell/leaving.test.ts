import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeSession, currentSession, type Organisation } from '../api/session.ts'
import { enterOrganisation, logOut, switchMode } from './leaving.ts'

const standard: Organisation = { id: 'd', name: 'Default', is_default: true, is_root: false }
const research: Organisation = { id: 'r', name: 'Research', is_default: false, is_root: false }

describe('ways that leave the page', () => {
  let happened: string[]
  const fetched = vi.fn<typeof fetch>()
  const at = (pathname: string) =>
    vi.stubGlobal('location', {
      pathname,
      search: '',
      assign: (to: string) => happened.push(`go ${to}`),
      reload: () => happened.push('reload'),
    })
  beforeEach(() => {
    happened = []
    vi.useFakeTimers()
    vi.stubGlobal('document', {
      get cookie() {
        return 'csrftoken=t'
      },
      set cookie(text: string) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!
        happened.push(value === '' ? `drop ${name}` : `set ${name}`)
      },
    })
    vi.stubGlobal('sessionStorage', { setItem: () => undefined, getItem: () => null, removeItem: () => undefined })
    vi.stubGlobal('fetch', fetched)
    fetched.mockReset()
    fetched.mockImplementation(async (url) => {
      happened.push(`ask ${url}`)
      return new Response(JSON.stringify(research), { headers: { 'content-type': 'application/json' } })
    })
    changeSession({ token: 't0ken', role: 146, perms: 147, orgs: [standard, research], org: standard })
    at('/ui/users/users')
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('[STATE-05] [STATE-06] [STATE-07] into another organisation: the role is cleared, then the organisation stored, then the page reloads', async () => {
    await enterOrganisation('r')
    expect(happened).toEqual([
      'ask /api/v1/orgs/orgs/current/?oid=r',
      'drop jms_current_role',
      'set jms_current_org',
      'set X-JMS-ORG',
      'reload',
    ])
  })

  it('[STATE-07] from a page of one object the way leads home', async () => {
    at('/ui/users/users/01890a5d-ac96-774b-bcce-b302099a8057')
    await enterOrganisation('r')
    expect(happened.at(-1)).toBe('go /ui/')
  })

  it('[ERR-21] an organisation that the server does not know is only logged', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await enterOrganisation('gone')
    expect(happened).toEqual(['ask /api/v1/orgs/orgs/current/?oid=gone'])
    expect(warned).toHaveBeenCalled()
  })

  it('[STATE-02] [STATE-03] [STATE-04] [ROUTE-18] [ROUTE-19] out: the call carries the token, the state is reset, the page goes to the logout address', async () => {
    await logOut()
    expect(fetched.mock.calls[0]![1]).toMatchObject({ method: 'POST', body: '{"token":"t0ken"}' })
    expect(happened[0]).toBe('ask /vue-admin-template/user/logout')
    expect(happened.slice(1, -1)).toEqual(
      ['jms_current_org', 'X-JMS-ORG', 'jms_current_role', 'sidebarStatus', 'activeTab'].map((name) => `drop ${name}`),
    )
    expect(happened.at(-1)).toBe('go /core/auth/logout/?next=%2Fui%2Fusers%2Fusers')
    expect(currentSession()).toEqual({ orgs: [], roles: [], perms: 0, role: 0, isSuperAdmin: false })
  })

  it.each([
    ['fails', () => Promise.reject(new TypeError('no network'))],
    ['gets no answer', () => new Promise<Response>(() => undefined)],
  ])('[STATE-04] out, also when the call %s', async (_, reply) => {
    fetched.mockImplementation(reply)
    const leaving = logOut()
    await vi.advanceTimersByTimeAsync(3_000)
    await leaving
    expect(happened.at(-1)).toBe('go /core/auth/logout/?next=%2Fui%2Fusers%2Fusers')
  })

  it('[STATE-10] into the other mode, and back', async () => {
    await switchMode()
    changeSession({ role: 1 })
    await switchMode()
    expect(happened).toEqual(['set jms_current_role', 'go /ui/', 'set jms_current_role', 'go /ui/'])
  })
})
