// The evaluator of application rights against a model that knows no database: generated worlds, every pair compared.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../src/platform/context.ts'
import { newId } from '../../src/platform/ids.ts'
import { isGrantedSql, visitorsOfApplication, waysToApplication } from '../../src/rights/applications.ts'
import { previewApplication } from '../../src/rights/preview-application.ts'
import type { Scope, Subject } from '../../src/rights/rules.ts'
import { whyApplication } from '../../src/rights/why.ts'
import { dose } from '../kit/dose.ts'
import { databaseOf } from '../kit/specimen.ts'
import { openWorld, type World } from '../kit/world.ts'
import { type Dice, dice } from './dice.ts'

const SEED = 20_260_404
const WORLDS = dose(75, 20)
const NOW = new Date('2031-05-06T07:08:09.123Z')
const MOMENTS = [-86_400_000, -1, 0, 1, 86_400_000].map((ms) => new Date(NOW.getTime() + ms))

interface Person {
  id: string
  name: string
  is_active: boolean
  date_expired: Date | null
  orgs: string[]
  groups: string[]
}
interface Rule {
  id: string
  org: string
  is_active: boolean
  date_start: Date
  date_expired: Date
  users: string[]
  groups: string[]
  applications: string[]
  systemUsers: string[]
}
interface Made {
  orgs: string[]
  people: Person[]
  groups: { id: string; org: string }[]
  applications: { id: string; org: string }[]
  systemUsers: { id: string; org: string; name: string; priority: number }[]
  rules: Rule[]
}

describe('who reaches which application', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it('is what a naive model says, in thousands of generated cases', async () => {
    const die = dice(SEED)
    const typed = world.server.services.database.db
    let cases = 0
    let granted = 0
    for (let round = 0; round < WORLDS; round++) {
      const made = generate(die)
      await store(made, databaseOf(world))
      const subjects: Subject[] = [
        ...made.people.map(({ id }) => ({ user: id })),
        ...made.groups.map(({ id }) => ({ group: id })),
      ]
      for (const subject of subjects) {
        const org = die.chance(0.5) ? die.pick(made.orgs) : undefined
        const systemUser = die.chance(0.2) ? die.pick(made.systemUsers).id : undefined
        const scope: Scope = { org, now: NOW, systemUser }
        const { rows } = await sql<{ id: string }>`
          select t.id from applications_applications t where ${isGrantedSql(subject, scope)}
        `.execute(typed)
        const found = new Set(rows.map(({ id }) => id))
        const wanted = made.applications.filter(({ id }) => rulesOn(made, subject, id, scope).length > 0)
        expect([round, subject, found]).toEqual([round, subject, new Set(wanted.map(({ id }) => id))])
        const all = await Promise.all(made.applications.map(({ id }) => waysToApplication(subject, id, scope, typed)))
        for (const [i, { id }] of made.applications.entries()) {
          const ways = all[i]!
          expect([round, subject, id, ways.map((way) => way.id)]).toEqual([
            round,
            subject,
            id,
            naiveWays(made, subject, id, scope),
          ])
          cases++
          if (ways.length > 0) granted++
        }
      }
      for (const person of made.people) {
        const { id } = die.pick(made.applications)
        const { granted, reasons } = await whyApplication(person.id, id, NOW, typed)
        expect([round, person.id, id, granted]).toEqual([
          round,
          person.id,
          id,
          rulesOn(made, { user: person.id }, id, { now: NOW }).length > 0,
        ])
        expect(new Set(reasons.map(({ rule }) => rule.id))).toEqual(
          new Set(
            made.rules.filter((rule) => names(rule, person) && rule.applications.includes(id)).map(({ id }) => id),
          ),
        )
        cases++
      }
      cases += await comparePreview(made, die, typed)
      for (const { id } of made.applications) {
        const { count, visitors } = await visitorsOfApplication(id, NOW, { limit: 100, offset: 0 }, typed)
        const wanted = made.people.flatMap((person) => {
          const rules = rulesOn(made, { user: person.id }, id, { now: NOW })
          return rules.length > 0 ? [[person.id, rules.map((rule) => rule.id).sort()]] : []
        })
        expect(new Map(visitors.map((one) => [one.id, one.rules.map((rule) => rule.id).sort()]))).toEqual(
          new Map(wanted as [string, string[]][]),
        )
        expect(count).toBe(wanted.length)
        cases++
      }
    }
    // Both answers must be common, or the comparison says little.
    expect(cases).toBeGreaterThan(dose(3_000, 500))
    expect(granted).toBeGreaterThan(cases / 20)
    expect(granted).toBeLessThan(cases * 0.8)
  })
})

/** A rule is changed on paper: what the preview says is what the plain model finds between before and after. */
const comparePreview = async (made: Made, die: Dice, db: Db): Promise<number> => {
  const old = die.pick(made.rules)
  const here = made.applications.filter(({ org }) => org === old.org).map(({ id }) => id)
  const next: Rule = {
    ...old,
    users: some(
      die,
      made.people.map(({ id }) => id),
      0.5,
    ),
    applications: some(die, here, 0.5),
    is_active: die.chance(0.8),
  }
  const after: Made = { ...made, rules: made.rules.map((rule) => (rule === old ? next : rule)) }
  const had = (at: Made, user: string, app: string) => rulesOn(at, { user }, app, { now: NOW }).length > 0
  const wanted = made.people.flatMap(({ id }) => {
    const [was, is] = [here.filter((app) => had(made, id, app)), here.filter((app) => had(after, id, app))]
    const [gained, lost] = [
      is.filter((app) => !was.includes(app)).length,
      was.filter((app) => !is.includes(app)).length,
    ]
    return gained + lost > 0 ? [[id, { gained, lost }] as const] : []
  })
  const { users, groups: user_groups, applications, org } = next
  const works = next.is_active && next.date_start <= NOW && next.date_expired > NOW && next.systemUsers.length > 0
  const found = await previewApplication({ org, users, user_groups, applications, works }, old.id, NOW, db)
  expect(new Map(found.changes.map(({ user, gained, lost }) => [user.id, { gained, lost }]))).toEqual(new Map(wanted))
  expect([found.users_amount, found.exact]).toEqual([wanted.length, true])
  return made.people.length
}

const names = (rule: Rule, person: Person): boolean =>
  rule.users.includes(person.id) || rule.groups.some((group) => person.groups.includes(group))

const some = <T>(die: Dice, values: readonly T[], share: number): T[] => values.filter(() => die.chance(share))
const several = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

const generate = (die: Dice): Made => {
  const orgs = several(1 + die.below(3), () => newId())
  const placed = (count: number) => several(count, () => ({ id: newId(), org: die.pick(orgs) }))
  const groups = placed(1 + die.below(4))
  const applications = placed(2 + die.below(6))
  const systemUsers = placed(2 + die.below(4)).map((one, i) => ({
    ...one,
    name: `s${die.below(2)}${i}`,
    priority: die.pick([1, 50, 50, 100]),
  }))
  const people = several(
    3 + die.below(6),
    (i): Person => ({
      id: newId(),
      name: `p${i}`,
      is_active: die.chance(0.85),
      date_expired: die.chance(0.25) ? die.pick(MOMENTS) : null,
      orgs: some(die, orgs, 0.75),
      groups: some(die, groups, 0.4).map(({ id }) => id),
    }),
  )
  const rules = several(2 + die.below(6), (): Rule => {
    const org = die.pick(orgs)
    const here = (rows: readonly { id: string; org: string }[], share: number) =>
      some(
        die,
        rows.filter((row) => row.org === org),
        share,
      ).map(({ id }) => id)
    return {
      id: newId(),
      org,
      is_active: die.chance(0.8),
      date_start: die.chance(0.7) ? MOMENTS[0]! : die.pick(MOMENTS),
      date_expired: die.chance(0.7) ? MOMENTS[4]! : die.pick(MOMENTS),
      // Somebody who has left may still be named.
      users: some(die, people, 0.4).map(({ id }) => id),
      groups: here(groups, 0.5),
      applications: here(applications, 0.7),
      systemUsers: here(systemUsers, 0.7),
    }
  })
  return { orgs, people, groups, applications, systemUsers, rules }
}

const rulesOn = (made: Made, subject: Subject, application: string, scope: Scope): Rule[] => {
  const person = 'user' in subject ? made.people.find(({ id }) => id === subject.user)! : undefined
  if (person && !(person.is_active && (person.date_expired === null || person.date_expired > scope.now))) return []
  return made.rules.filter((rule) => {
    const concerns = person
      ? person.orgs.includes(rule.org) && names(rule, person)
      : 'group' in subject && rule.groups.includes(subject.group)
    const accounts = rule.systemUsers.filter((id) => !scope.systemUser || id === scope.systemUser)
    return (
      concerns &&
      rule.is_active &&
      rule.date_start <= scope.now &&
      rule.date_expired > scope.now &&
      (!scope.org || rule.org === scope.org) &&
      accounts.length > 0 &&
      rule.applications.includes(application)
    )
  })
}

const naiveWays = (made: Made, subject: Subject, application: string, scope: Scope): string[] => {
  const ids = new Set(rulesOn(made, subject, application, scope).flatMap((rule) => rule.systemUsers))
  return made.systemUsers
    .filter(({ id }) => ids.has(id))
    .sort((a, b) => b.priority - a.priority || (a.name < b.name ? -1 : 1))
    .map(({ id }) => id)
}

const store = async (made: Made, db: Kysely<any>): Promise<void> => {
  const put = async (table: string, rows: Record<string, unknown>[]) => {
    if (rows.length > 0) await db.insertInto(table).values(rows).execute()
  }
  await put(
    'orgs_orgs',
    made.orgs.map((id) => ({ id, name: id, comment: '', created_by: 'Test', date_created: NOW })),
  )
  await put(
    'users_users',
    made.people.map(({ id, name, is_active, date_expired }) => ({
      id,
      name,
      username: id,
      email: `${id}@example.com`,
      is_active,
      date_expired,
      date_joined: NOW,
    })),
  )
  await put(
    'orgs_org_member_relation',
    made.people.flatMap(({ id, orgs }) => orgs.map((org) => ({ id: newId(), org, user: id, role: 'User' }))),
  )
  await put(
    'users_groups',
    made.groups.map(({ id, org }) => ({ id, org_id: org, name: id, created_by: 'Test' })),
  )
  await put(
    'users_users_groups_relations',
    made.people.flatMap(({ id, groups }) => groups.map((usergroup) => ({ usergroup, user: id }))),
  )
  await put(
    'applications_applications',
    made.applications.map(({ id, org }) => ({ id, org_id: org, name: id, category: 'db', type: 'mysql' })),
  )
  await put(
    'assets_system_users',
    made.systemUsers.map(({ id, org, name, priority }) => ({ id, org_id: org, name, priority })),
  )
  await put(
    'perms_application_permissions',
    made.rules.map(({ id, org, is_active, date_start, date_expired }) => ({
      id,
      org_id: org,
      name: id,
      category: 'db',
      type: 'mysql',
      is_active,
      date_start,
      date_expired,
    })),
  )
  const ends = [
    ['users', 'user', (rule: Rule) => rule.users],
    ['user_groups', 'usergroup', (rule: Rule) => rule.groups],
    ['applications', 'application', (rule: Rule) => rule.applications],
    ['system_users', 'systemuser', (rule: Rule) => rule.systemUsers],
  ] as const
  for (const [plural, end, of] of ends)
    await put(
      `perms_application_permissions_${plural}_relations`,
      made.rules.flatMap((rule) => of(rule).map((id) => ({ applicationpermission: rule.id, [end]: id }))),
    )
}
