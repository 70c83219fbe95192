import { describe, expect, test } from 'vitest'
import type { FormContext } from '../../kit/spec.ts'
import { cleanSystemUser, systemUserForm } from './system-user-form.ts'

const creating = { mode: 'create', session: {} } as FormContext
const updating = { mode: 'update', session: {} } as FormContext
const namesOf = (protocol: string) => systemUserForm(protocol).groups.flatMap(({ fields }) => fields)
const { field = {} } = systemUserForm('ssh')

describe('the form of a system user', () => {
  test('asks what its protocol needs', () => {
    expect(namesOf('ssh')).toEqual(expect.arrayContaining(['sudo', 'shell', 'private_key', 'cmd_filters', 'sftp_root']))
    expect(namesOf('rdp')).toContain('ad_domain')
    expect(namesOf('rdp')).not.toContain('sudo')
    for (const one of ['mysql', 'oracle', 'mariadb', 'postgresql']) expect(namesOf(one)).toEqual([...namesOf('vnc')])
    expect(namesOf('telnet')).toEqual(namesOf('vnc').toSpliced(-1, 0, 'charset'))
    expect(namesOf('k8s')).toEqual(['name', 'priority', 'protocol', 'token', 'comment'])
    expect(namesOf('gopher')).toEqual(namesOf('ssh'))
  })

  test('speaks of keys only where the protocol has them', () => {
    const specOf = (protocol: string, name: string) => systemUserForm(protocol).field?.[name]
    expect(specOf('ssh', 'password')?.help).toBeDefined()
    for (const one of ['rdp', 'vnc', 'mysql']) expect(specOf(one, 'password')?.help).toBeUndefined()
    expect(specOf('ssh', 'auto_generate_key')?.label).toBeUndefined()
    expect(specOf('rdp', 'auto_generate_key')?.label).toMatchObject({ en: 'Auto generate password' })
  })

  test('[SUSER-02] [SUSER-04] needs no name where somebody else gives it', () => {
    const required = (values: object) =>
      (field.username!.required as (v: object, at: FormContext) => boolean)(values, creating)
    expect(required({ login_mode: 'auto', protocol: 'ssh' })).toBe(true)
    expect(required({ login_mode: 'auto', protocol: 'ssh', username_same_with_user: true })).toBe(false)
    expect(required({ login_mode: 'manual', protocol: 'ssh' })).toBe(false)
    expect(required({ login_mode: 'manual', protocol: 'mysql' })).toBe(true)
  })

  test('manual login pushes nothing and makes no key; without a push no key is made', () => {
    expect(field.login_mode!.sets!('manual', {})).toEqual({ auto_push: false, auto_generate_key: false })
    expect(field.login_mode!.sets!('auto', {})).toEqual({})
    expect(field.auto_push!.sets!(false, {})).toEqual({ auto_generate_key: false })
    expect(field.username!.sets!('web', { protocol: 'ssh' })).toEqual({ home: '/home/web' })
  })

  test('sends secrets only where they are asked for', () => {
    const values = { name: 'web', login_mode: 'auto', password: 'p', private_key: 'k', update_password: false }
    expect(cleanSystemUser(values, creating)).toEqual({
      name: 'web',
      login_mode: 'auto',
      password: 'p',
      private_key: 'k',
    })
    expect(cleanSystemUser(values, updating)).not.toHaveProperty('password')
    expect(cleanSystemUser({ ...values, update_password: true }, updating)).toHaveProperty('password', 'p')
    expect(cleanSystemUser({ ...values, login_mode: 'manual' }, creating)).toEqual({
      name: 'web',
      login_mode: 'manual',
    })
    expect(cleanSystemUser({ username_same_with_user: true, username: 'x' }, updating).username).toBe('')
  })
})
