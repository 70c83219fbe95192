import { describe, expect, expectTypeOf, test } from 'vitest'
import { accessTo } from './access.ts'
import { choice } from './fields/choice.ts'
import { computed } from './fields/derived.ts'
import { flag } from './fields/flag.ts'
import { id } from './fields/id.ts'
import { refs } from './fields/ref.ts'
import { stamp } from './fields/stamp.ts'
import { text } from './fields/text.ts'
import { label } from './label.ts'
import { type ComputedName, type Draft, defineResource, kept, type Row, tableOf } from './resource.ts'

const fields = {
  id: id(),
  name: text(label('名称', 'Name'), { required: true }),
  comment: text(label('备注', 'Comment'), { nullable: true }),
  kind: choice(label('类型', 'Type'), [
    ['a', label('甲', 'A')],
    ['b', label('乙', 'B')],
  ]),
  is_active: flag(label('激活', 'Active'), { default: true }),
  date_expired: stamp(label('失效日期', 'Date expired'), { nullable: true }),
  friends: refs('a/b', label('朋友', 'Friends'), { through: 'a/c', mine: 'a', theirs: 'b' }),
  is_valid: computed<boolean>('boolean', label('有效', 'Valid')),
}
const common = {
  label: label('东西', 'Thing'),
  model: 'thing',
  title: '{name}',
  scope: 'organisation',
  may: { read: ['orgAuditor'], write: ['orgAdmin'], delete: ['superAdmin'] },
} as const

const thing = defineResource('test/my-things', {
  ...common,
  fields,
  order: ['-name', 'id'],
  unique: [['name'], ['kind', 'comment']],
  mini: ['id', 'name'],
  range: 'date_expired',
  filters: { near: text(label('附近', 'Near')) },
  keeps: { tries: kept<number>('integer', { default: 0 }), hash: kept('text', { nullable: true }) },
})

describe('a resource', () => {
  test('has a table named after its path', () => {
    expect(thing.table).toBe('test_my_things')
    expectTypeOf(thing.table).toEqualTypeOf<'test_my_things'>()
    expect(tableOf('users/users-groups-relations')).toBe('users_users_groups_relations')
  })

  test('of an organisation ends with the organisation of its rows', () => {
    expect(Object.keys(thing.fields).slice(-2)).toEqual(['org_id', 'org_name'])
    expectTypeOf<Row<typeof thing>['org_id']>().toEqualTypeOf<string>()
  })

  test('does everything, for many at once, on record, unless it says otherwise', () => {
    expect([...thing.verbs]).toEqual(['list', 'read', 'create', 'update', 'delete'])
    expect(thing).toMatchObject({ bulk: true, audited: true, licensed: false })
  })

  test('is open to whom it says: what is not said about writing is for nobody', () => {
    expect(accessTo(thing.may, 'list')).toEqual(['orgAuditor'])
    expect(accessTo(thing.may, 'update')).toEqual(['orgAdmin'])
    expect(accessTo(thing.may, 'delete')).toEqual(['superAdmin'])
    expect(accessTo({ read: ['user'] }, 'create')).toEqual([])
  })
})

describe('the types of a resource', () => {
  type Thing = Row<typeof thing>
  test('follow from its declaration', () => {
    expectTypeOf<Thing['name']>().toEqualTypeOf<string>()
    expectTypeOf<Thing['comment']>().toEqualTypeOf<string | null>()
    expectTypeOf<Thing['kind']>().toEqualTypeOf<'a' | 'b'>()
    expectTypeOf<Thing['is_active']>().toEqualTypeOf<boolean>()
    expectTypeOf<Thing['date_expired']>().toEqualTypeOf<Date | null>()
    expectTypeOf<Thing['tries']>().toEqualTypeOf<number>()
    expectTypeOf<Thing['hash']>().toEqualTypeOf<string | null>()
    expectTypeOf<Draft<typeof thing>['friends']>().toEqualTypeOf<readonly string[] | undefined>()
    expectTypeOf<ComputedName<typeof thing>>().toEqualTypeOf<'friends' | 'is_valid' | 'org_name'>()
  })

  test('know no column that was not declared', () => {
    const row = {} as Thing
    // @ts-expect-error: the column is called `name`
    expect(row.nmae).toBeUndefined()
    // @ts-expect-error: links have no column
    expect(row.friends).toBeUndefined()
    // @ts-expect-error: what is computed has no column
    expect(row.is_valid).toBeUndefined()
  })

  test('do not let a misspelt name through', () => {
    // @ts-expect-error: no field has that name
    defineResource('test/a', { ...common, fields, order: ['nmae'] })
    // @ts-expect-error: no field has that name
    defineResource('test/a', { ...common, fields, order: ['name'], unique: [['nmae']] })
    // @ts-expect-error: no field has that name
    defineResource('test/a', { ...common, fields, order: ['name'], mini: ['nmae'] })
    // @ts-expect-error: no field has that name
    defineResource('test/a', { ...common, fields, order: ['name'], range: 'date_expird' })
    // @ts-expect-error: no field has that name
    defineResource('test/a', { ...common, fields, order: ['name'], owner: 'usr' })
    // @ts-expect-error: there is no such verb
    defineResource('test/a', { ...common, fields, order: ['name'], verbs: ['lst'] })
    // @ts-expect-error: there is no such right
    defineResource('test/a', { ...common, fields, order: ['name'], may: { read: ['orgAdmn'] } })
    // @ts-expect-error: a filter is a field
    defineResource('test/a', { ...common, fields, order: ['name'], filters: { near: 'text' } })
    // @ts-expect-error: both languages, always
    expect(text({ en: 'Name' })).toBeDefined()
    // @ts-expect-error: a default is one of the choices
    choice(label('类型', 'Type'), [['a', label('甲', 'A')]], { default: 'b' })
  })
})
