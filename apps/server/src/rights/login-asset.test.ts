import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AssetLogin, arrivesAs, decidingRule, type LoginAssetRule } from './login-asset.ts'

const login: AssetLogin = {
  user: { username: 'ann' },
  asset: { hostname: 'web-01', ip: '10.1.1.10' },
  systemUser: { name: 'web', username: 'www', protocol: 'ssh' },
}

const anything: LoginAssetRule = {
  id: '1',
  name: 'all',
  priority: 50,
  is_active: true,
  action: 'reject',
  users: { username_group: ['*'] },
  assets: { ip_group: ['*'], hostname_group: ['*'] },
  system_users: { name_group: ['*'], username_group: ['*'], protocol_group: ['*'] },
}

describe('[ACL-01] the rule that decides over a login to an asset', () => {
  test('matches by every one of its groups', () => {
    expect(decidingRule([anything], login)).toBe(anything)
    const exact: LoginAssetRule = {
      ...anything,
      users: { username_group: ['bob', 'ann'] },
      assets: { ip_group: ['10.1.0.0/16'], hostname_group: ['web-01'] },
      system_users: { name_group: ['web'], username_group: ['www'], protocol_group: ['ssh', 'telnet'] },
    }
    expect(decidingRule([exact], login)).toBe(exact)
    for (const wrong of [
      { users: { username_group: ['bob', 'an', 'Ann'] } },
      { assets: { ...exact.assets, ip_group: ['10.2.0.0/16'] } },
      { assets: { ...exact.assets, hostname_group: ['web-02'] } },
      { system_users: { ...exact.system_users, name_group: ['db'] } },
      { system_users: { ...exact.system_users, username_group: ['root'] } },
      { system_users: { ...exact.system_users, protocol_group: ['rdp'] } },
      { users: { username_group: [] } },
    ])
      expect(decidingRule([{ ...exact, ...wrong }], login)).toBeUndefined()
  })

  test('is the active one with the highest number: 100 is matched first', () => {
    const at = (priority: number, name: string, is_active = true) => ({
      ...anything,
      id: name,
      name,
      priority,
      is_active,
    })
    const rules = [at(1, 'low'), at(100, 'off', false), at(51, 'b'), at(51, 'a'), at(50, 'mid')]
    expect(decidingRule(rules, login)?.name).toBe('a')
    expect(decidingRule([...rules, at(100, 'top')], login)?.name).toBe('top')
  })

  test('is, in generated cases, one that matches and that no matching rule stands above', () => {
    const group = (...values: string[]) =>
      fc.subarray(['*', ...values], { minLength: 1 }).map((some) => some as readonly string[])
    const rule: fc.Arbitrary<LoginAssetRule> = fc.record({
      id: fc.uuid(),
      name: fc.constantFrom('a', 'b', 'c'),
      priority: fc.integer({ min: 1, max: 100 }),
      is_active: fc.boolean(),
      action: fc.constantFrom('reject', 'accept', 'login_confirm'),
      users: fc.record({ username_group: group('ann', 'bob') }),
      assets: fc.record({
        ip_group: group('10.0.0.1', '10.0.0.0/31', '10.0.0.2-10.0.0.3', 'host'),
        hostname_group: group('x', 'y'),
      }),
      system_users: fc.record({
        name_group: group('s', 't'),
        username_group: group('root', 'www'),
        protocol_group: group('ssh', 'rdp'),
      }),
    })
    const attempt: fc.Arbitrary<AssetLogin> = fc.record({
      user: fc.record({ username: fc.constantFrom('ann', 'bob', 'eve') }),
      asset: fc.record({
        hostname: fc.constantFrom('x', 'y', 'z'),
        ip: fc.constantFrom('10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.4', 'host'),
      }),
      systemUser: fc.record({
        name: fc.constantFrom('s', 't', 'u'),
        username: fc.constantFrom('root', 'www', 'dba'),
        protocol: fc.constantFrom('ssh', 'rdp', 'vnc'),
      }),
    })
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 12 }), attempt, (rules, one) => {
        const fitting = rules.filter((each) => each.is_active && naive(each, one))
        const found = decidingRule(rules, one)
        if (fitting.length === 0) {
          expect(found).toBeUndefined()
          return
        }
        expect(fitting).toContain(found)
        for (const other of fitting) {
          expect(other.priority).toBeLessThanOrEqual(found!.priority)
          if (other.priority === found!.priority) expect(found!.name <= other.name).toBe(true)
        }
      }),
      { seed: 4, numRuns: 3_000 },
    )
  })
})

const reach: Record<string, readonly string[]> = {
  '10.0.0.1': ['10.0.0.1'],
  '10.0.0.0/31': ['10.0.0.0', '10.0.0.1'],
  '10.0.0.2-10.0.0.3': ['10.0.0.2', '10.0.0.3'],
  host: ['host'],
}

const naive = (rule: LoginAssetRule, { user, asset, systemUser }: AssetLogin): boolean =>
  (
    [
      [rule.users.username_group, user.username],
      [rule.assets.hostname_group, asset.hostname],
      [rule.assets.ip_group.flatMap((pattern) => reach[pattern] ?? [pattern]), asset.ip],
      [rule.system_users.name_group, systemUser.name],
      [rule.system_users.username_group, systemUser.username],
      [rule.system_users.protocol_group, systemUser.protocol],
    ] as const
  ).every(([group, value]) => group.some((one) => one === '*' || one === value))

test('somebody arrives with their own name, the one they type, or that of the system user', () => {
  const account = { username: 'www', login_mode: 'auto', username_same_with_user: false }
  const ann = { username: 'ann' }
  expect(arrivesAs(account, ann, undefined)).toBe('www')
  expect(arrivesAs(account, ann, 'root')).toBe('www')
  expect(arrivesAs({ ...account, login_mode: 'manual' }, ann, 'root')).toBe('root')
  expect(arrivesAs({ ...account, login_mode: 'manual' }, ann, '')).toBe('www')
  expect(arrivesAs({ ...account, username: '', login_mode: 'manual' }, ann, undefined)).toBe('')
  expect(arrivesAs({ ...account, username_same_with_user: true, login_mode: 'manual' }, ann, 'root')).toBe('ann')
})
