import { BIT } from '@drawbridge/model/access'
import { describe, expect, it } from 'vitest'
import type { PublicSettings, Session } from '../../api/session.ts'
import { allowedRoutes } from '../../shell/allowed-routes.ts'
import { terminalRoutes } from './index.ts'
import { replayPath } from './places.ts'
import { mayTerminate } from './session-actions.ts'
import { lasted } from './sessions.tsx'
import { storageForm } from './storage-form.tsx'
import { typeIn } from './storage-kinds.ts'

const visitor = (role: number): Session => ({
  orgs: [],
  roles: [],
  perms: role,
  role,
  isSuperAdmin: false,
  settings: { XPACK_ENABLED: false, XPACK_LICENSE_IS_VALID: false } as PublicSettings,
})
const pathsFor = (role: number) => allowedRoutes(terminalRoutes, visitor(role)).map(({ path }) => path)

describe('screens of sessions', () => {
  it('[RTTERM-01] are for auditors, and for nobody who is less', () => {
    expect(pathsFor(BIT.audit | BIT.use)).toEqual([
      'terminal',
      'terminal/session',
      'terminal/sessions/:id',
      'terminal/command',
    ])
    expect(pathsFor(BIT.use)).toEqual([])
  })

  it('[RTTERM-05] [RTTERM-06] lead administrators to the web terminal and the file manager', () => {
    const links = allowedRoutes(terminalRoutes, visitor(BIT.admin | BIT.audit)).flatMap(({ external }) =>
      external ? [external()] : [],
    )
    expect(links).toEqual([
      expect.stringMatching(/^\/luna\/\?_=\d+$/),
      expect.stringMatching(/^\/koko\/elfinder\/sftp\/\?_=\d+$/),
    ])
  })

  it('[RTTERM-15] [RTTERM-16] about terminals and storages are for super administrators', () => {
    const supers = pathsFor(BIT.super | BIT.admin | BIT.audit)
    const others = pathsFor(BIT.admin | BIT.audit)
    expect(supers.filter((path) => !others.includes(path))).toEqual([
      'terminal/terminal',
      'terminal/terminal/:id',
      'terminal/terminal/:id/update',
      'terminal/storages',
      'terminal/replay-storage/create',
      'terminal/replay-storage/:id/update',
      'terminal/command-storage/create',
      'terminal/command-storage/:id/update',
    ])
  })
})

describe('a session', () => {
  it('that runs has lasted until now', () => {
    const from = '2026-01-01 10:00:00 +0000'
    expect(lasted({ id: '', date_start: from, date_end: '2026-01-01 10:01:00 +0000' })).toBe(60_000)
    expect(lasted({ id: '', date_start: from, date_end: null }, new Date('2026-01-01T10:00:05Z'))).toBe(5_000)
  })

  it('[TERM-05] is ended by administrators only, where it can be', () => {
    expect(mayTerminate({ id: '', can_terminate: true }, visitor(BIT.admin | BIT.audit))).toBe(true)
    expect(mayTerminate({ id: '', can_terminate: false }, visitor(BIT.admin | BIT.audit))).toBe(false)
    expect(mayTerminate({ id: '', can_terminate: true }, visitor(BIT.audit | BIT.use))).toBe(false)
  })

  it('is replayed from its start, or from a moment', () => {
    expect([replayPath('x'), replayPath('x', null), replayPath('x', 0), replayPath('x', 1500)]).toEqual([
      '/luna/replay/x',
      '/luna/replay/x',
      '/luna/replay/x?at=0',
      '/luna/replay/x?at=1500',
    ])
  })
})

describe('the form of a storage', () => {
  it('takes a type of its kind, whatever the address says', () => {
    expect([typeIn('replay', 'azure'), typeIn('replay', 'es'), typeIn('command', null)]).toEqual(['azure', 's3', 'es'])
  })

  it('leaves a secret as it is where none was typed', () => {
    const { clean } = storageForm('replay', 's3', false)
    const at = { session: visitor(0), mode: 'update' } as const
    expect(clean!({ name: 'a', meta: { BUCKET: 'b', SECRET_KEY: '' } }, at)).toEqual({
      name: 'a',
      type: 's3',
      meta: { BUCKET: 'b' },
    })
    expect(clean!({ name: 'a', meta: { SECRET_KEY: 'x' } }, at).meta).toEqual({ SECRET_KEY: 'x' })
  })
})
