import { describe, expect, test } from 'vitest'
import { parseDraft } from './draft.ts'
import { choice } from './fields/choice.ts'
import { computed, createdBy } from './fields/derived.ts'
import { flag } from './fields/flag.ts'
import { id } from './fields/id.ts'
import { integer } from './fields/number.ts'
import { ref } from './fields/ref.ts'
import { secret } from './fields/secret.ts'
import { stamp } from './fields/stamp.ts'
import { json } from './fields/structured.ts'
import { email, text } from './fields/text.ts'
import { readerIn } from './fields/trial.ts'
import { label } from './label.ts'

const ONE = '5b1c6f0e-2d3a-4f4b-9e0c-7a8b9c0d1e2f'
const kinds = [
  ['a', label('甲', 'A')],
  ['b', label('乙', 'B')],
] as const

const fields = {
  id: id(),
  name: text(label('名称', 'Name'), { required: true, max: 8 }),
  comment: text(label('备注', 'Comment')),
  mail: email(label('邮箱', 'Email'), { nullable: true }),
  is_active: flag(label('激活', 'Active'), { default: true }),
  amount: integer(label('数量', 'Amount'), { nullable: true }),
  size: integer(label('大小', 'Size'), { default: 3 }),
  kind: choice(label('类型', 'Type'), kinds, { default: 'a' }),
  other: choice(label('类型', 'Type'), kinds, { nullable: true }),
  group: ref('users/groups', label('组', 'Group'), { nullable: true }),
  options: json(label('选项', 'Options'), { nullable: true }),
  password: secret(label('密码', 'Password')),
  strategy: choice(label('策略', 'Strategy'), kinds, { writeOnly: true, default: 'b', resets: false }),
  date_expired: stamp(label('失效日期', 'Date expired'), { default: (now: Date) => new Date(now.getTime() + 1_000) }),
  created_by: createdBy(),
  is_valid: computed<boolean>('boolean', label('有效', 'Valid')),
}

const reader = readerIn('en')
const create = (body: unknown) => parseDraft(fields, body, 'create', reader)
const replace = (body: unknown) => parseDraft(fields, body, 'replace', reader)
const patch = (body: unknown) => parseDraft(fields, body, 'patch', reader)

describe('a new row', () => {
  test('has what was sent, and the defaults of the rest', () => {
    expect(create({ name: ' a ', amount: '5' })).toEqual({
      draft: {
        name: 'a',
        comment: '',
        is_active: true,
        amount: 5,
        size: 3,
        kind: 'a',
        strategy: 'b',
        date_expired: new Date('2021-04-14T02:32:26Z'),
      },
    })
  })
  test('needs the required fields', () => {
    expect(create({})).toEqual({ problems: { name: ['This field is required.'] } })
    expect(parseDraft(fields, {}, 'create', readerIn('zh'))).toEqual({ problems: { name: ['该字段是必填项。'] } })
    expect(create({ name: '' })).toEqual({ problems: { name: ['This field may not be blank.'] } })
    expect(create({ name: null })).toEqual({ problems: { name: ['This field may not be null.'] } })
  })
  test('ignores what is unknown or read only, as forms send it along', () => {
    const { draft } = create({ name: 'a', created_by: 'Eve', is_valid: true, update_password: true }) as {
      draft: object
    }
    expect(Object.keys(draft)).not.toEqual(expect.arrayContaining(['created_by']))
    expect(draft).not.toHaveProperty('update_password')
    expect(draft).not.toHaveProperty('is_valid')
  })
  test('tells everything that is wrong at once', () => {
    expect(create({ name: 'far too long', amount: 'x', kind: 'c', id: 'x' })).toEqual({
      problems: {
        id: ['Must be a valid UUID.'],
        name: ['Ensure this field has no more than 8 characters.'],
        amount: ['A valid integer is required.'],
        kind: ['"c" is not a valid choice.'],
      },
    })
  })
  test('is an object', () => {
    expect(create([])).toEqual({
      problems: { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
    })
    for (const body of ['text', 5, null, true])
      expect(create(body)).toEqual({ problems: { non_field_errors: ['Invalid data. Expected a dictionary.'] } })
    expect(parseDraft(fields, 5, 'create', readerIn('zh'))).toEqual({
      problems: { non_field_errors: ['无效数据。期待为字典类型。'] },
    })
  })
  test('is not filled from the prototype of its body', () => {
    expect(create(JSON.parse('{"name":"a","__proto__":{"comment":"evil"}}'))).toMatchObject({ draft: { comment: '' } })
    expect(create(Object.create({ name: 'inherited' }))).toHaveProperty('problems')
  })
})

describe('a replaced row', () => {
  test('goes back to its defaults where nothing is sent, and keeps what has none', () => {
    expect(replace({ name: 'a' })).toEqual({
      draft: {
        name: 'a',
        comment: '',
        is_active: true,
        size: 3,
        kind: 'a',
        date_expired: new Date('2021-04-14T02:32:26Z'),
      },
    })
  })
  test('needs the required fields', () => {
    expect(replace({ comment: 'b' })).toEqual({ problems: { name: ['This field is required.'] } })
  })
})

describe('a patched row', () => {
  test('changes in what is sent and nothing else', () => {
    expect(patch({})).toEqual({ draft: {} })
    expect(patch({ size: 4 })).toEqual({ draft: { size: 4 } })
    expect(patch({ name: '' })).toEqual({ problems: { name: ['This field may not be blank.'] } })
  })
})

describe('values left empty', () => {
  test('are null where that is allowed', () => {
    const empty = { mail: '', amount: '', other: '', group: '', options: null }
    expect(patch(empty)).toEqual({ draft: { mail: null, amount: null, other: null, group: null, options: null } })
    expect(patch({ amount: null, group: null })).toEqual({ draft: { amount: null, group: null } })
  })
  test('are refused where it is not', () => {
    expect(patch({ size: '', is_active: '', kind: '', comment: null })).toEqual({
      problems: {
        comment: ['This field may not be null.'],
        is_active: ['Must be a valid boolean.'],
        size: ['A valid integer is required.'],
        kind: ['"" is not a valid choice.'],
      },
    })
  })
  test('are a choice of their own where the choice has one', () => {
    const type = choice(label('类型', 'Type'), [['', label('未知', 'Unknown')]], { nullable: true })
    expect(parseDraft({ type }, { type: '' }, 'patch', reader)).toEqual({ draft: { type: '' } })
  })
  test('of a secret leave it as it is', () => {
    expect(patch({ password: '' })).toEqual({ draft: {} })
    expect(patch({ password: null })).toEqual({ draft: {} })
    expect(patch({ password: ' ' })).toEqual({ draft: { password: ' ' } })
  })
})

describe('a required secret', () => {
  const needed = { password: secret(label('密码', 'Password'), { required: true }) }
  test('must be given once', () => {
    expect(parseDraft(needed, {}, 'create', reader)).toEqual({ problems: { password: ['This field is required.'] } })
    expect(parseDraft(needed, { password: '' }, 'create', reader)).toEqual({
      problems: { password: ['This field may not be blank.'] },
    })
    expect(parseDraft(needed, { password: null }, 'create', reader)).toEqual({
      problems: { password: ['This field may not be null.'] },
    })
  })
  test('need not be repeated: nobody can read it', () => {
    for (const body of [{}, { password: '' }, { password: null }])
      expect(parseDraft(needed, body, 'replace', reader)).toEqual({ draft: {} })
  })
})

test('a client may name the id of a new row', () => {
  expect(create({ id: ONE.toUpperCase(), name: 'a' })).toMatchObject({ draft: { id: ONE } })
})
