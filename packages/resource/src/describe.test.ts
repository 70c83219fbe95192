import { describe, expect, test } from 'vitest'
import { describeField, describeFields, displayChoice } from './describe.ts'
import { choice, choices } from './fields/choice.ts'
import { computed, counted, display, organisationFields } from './fields/derived.ts'
import { file } from './fields/file.ts'
import { flag } from './fields/flag.ts'
import { id, serial } from './fields/id.ts'
import { float, integer, port, priority } from './fields/number.ts'
import { ref, refs } from './fields/ref.ts'
import { secret } from './fields/secret.ts'
import { stamp } from './fields/stamp.ts'
import { json, list, object } from './fields/structured.ts'
import { cron, email, ip, text, url } from './fields/text.ts'
import { readerIn } from './fields/trial.ts'
import { label } from './label.ts'

const reader = readerIn('en')
const named = label('名称', 'Name')
const kinds = [
  ['S', label('系统', 'System')],
  ['U', label('用户', 'User')],
] as const

/** As text, so that the order of the keys is compared too. */
const told = (...of: Parameters<typeof describeField>) => JSON.stringify(describeField(...of))

describe('[CALL-16] what is said of a field', () => {
  test('stands in the order of the contract', () => {
    const one = text(named, {
      required: true,
      default: 'x',
      help: label('帮助', 'Help'),
      min: 2,
      max: 128,
      filter: true,
      order: true,
    })
    expect(told(one, reader, { listed: true })).toBe(
      '{"type":"string","required":true,"default":"x","read_only":false,"label":"Name","help_text":"Help",' +
        '"min_length":2,"max_length":128,"write_only":false,"filter":true,"order":true}',
    )
    expect(told(integer(named, { min: 1, max: 9, default: 0 }), reader)).toBe(
      '{"type":"integer","required":false,"default":0,"read_only":false,"label":"Name","min_value":1,"max_value":9,"write_only":false}',
    )
  })

  test('equals the example of the contract', () => {
    const fields = {
      name: text(named, { required: true, max: 128, filter: true }),
      category: choice(label('类别', 'Category'), kinds, { default: 'U', readOnly: true }),
      is_active: flag(label('激活', 'Is active'), { default: true }),
      assets: refs('assets/assets', label('资产', 'Assets'), { through: 'a/b', mine: 'a', theirs: 'b' }),
      org_id: organisationFields.org_id,
    }
    expect(describeFields(fields, reader)).toEqual({
      name: { type: 'string', required: true, read_only: false, label: 'Name', max_length: 128, write_only: false },
      category: {
        type: 'choice',
        required: false,
        default: 'U',
        read_only: true,
        label: 'Category',
        write_only: false,
        choices: [
          { value: 'S', display_name: 'System' },
          { value: 'U', display_name: 'User' },
        ],
      },
      is_active: {
        type: 'boolean',
        required: false,
        default: true,
        read_only: false,
        label: 'Is active',
        write_only: false,
      },
      assets: { type: 'field', required: false, read_only: false, label: 'Assets', write_only: false },
      org_id: { type: 'field', required: false, read_only: true, label: 'Organization', write_only: false },
    })
    expect(describeField(fields.name, reader, { listed: true })).toMatchObject({ filter: true })
  })

  test('is in the language of the reader', () => {
    expect(describeField(choice(named, kinds, { help: label('帮助', 'Help') }), readerIn('zh'))).toMatchObject({
      label: '名称',
      help_text: '帮助',
      choices: [
        { value: 'S', display_name: '系统' },
        { value: 'U', display_name: '用户' },
      ],
    })
  })

  test.each([
    [id(), 'string'],
    [serial(), 'integer'],
    [text(named), 'string'],
    [email(named), 'email'],
    [url(named), 'url'],
    [ip(named), 'string'],
    [cron(named), 'string'],
    [secret(named), 'string'],
    [choice(named, kinds), 'choice'],
    [choices(named, kinds), 'multiple choice'],
    [flag(named), 'boolean'],
    [integer(named), 'integer'],
    [float(named), 'float'],
    [priority(), 'integer'],
    [port(named), 'integer'],
    [stamp(named), 'datetime'],
    [ref('a/b', named), 'field'],
    [refs('a/b', named, { through: 'a/c', mine: 'a', theirs: 'b' }), 'field'],
    [json(named), 'field'],
    [list(named, text(named)), 'list'],
    [object(named, {}), 'nested object'],
    [file(named), 'file upload'],
    [display('a', named), 'field'],
    [counted('a', named), 'integer'],
    [computed('boolean', named), 'boolean'],
  ])('%# has its type', (one, type) => {
    expect(describeField(one, reader).type).toBe(type)
  })

  test('goes into lists and objects', () => {
    expect(describeField(list(named, port(named)), reader).child).toMatchObject({ type: 'integer', max_value: 65_535 })
    expect(describeField(object(named, { host: text(named, { required: true }) }), reader).children).toEqual({
      host: { type: 'string', required: true, read_only: false, label: 'Name', write_only: false },
    })
  })

  test('a read-only field is never required', () => {
    expect(describeField({ ...text(named, { required: true }), readOnly: true }, reader).required).toBe(false)
  })
})

describe('[META-11] a default', () => {
  test('is shown as the wire has it', () => {
    const preset = (one: Parameters<typeof describeField>[0]) => describeField(one, reader).default
    expect(preset(stamp(named, { default: (now: Date) => now }))).toBe('2021-04-14 10:32:25 +0800')
    expect(preset(choices(named, kinds, { default: ['U'] }))).toEqual(['U'])
    expect(preset(flag(named, { default: false }))).toBe(false)
    expect(preset(integer(named, { default: 0 }))).toBe(0)
  })
  test('is left out where it says nothing', () => {
    for (const one of [text(named), text(named, { default: '' }), integer(named, { nullable: true, default: null })])
      expect(describeField(one, reader)).not.toHaveProperty('default')
  })
  test('[T52] is left out where it would tell a secret', () => {
    expect(describeField({ ...secret(named), default: 'hunter2' }, reader)).not.toHaveProperty('default')
    const parts = object(named, { key: secret(named) }, { default: { key: 'hunter2' } })
    expect(JSON.stringify(describeField(parts, reader))).not.toContain('hunter2')
  })
})

describe('how a choice reads', () => {
  test('is its label, joined where there are several', () => {
    expect(displayChoice(choice(named, kinds), 'S', 'en')).toBe('System')
    expect(displayChoice(choices(named, kinds), ['S', 'U'], 'zh')).toBe('系统 | 用户')
  })
  test('is the value itself where it is no longer offered', () => {
    expect(displayChoice(choice(named, kinds), 'X', 'en')).toBe('X')
    expect(displayChoice(choice(named, kinds), null, 'en')).toBe('')
  })
})
