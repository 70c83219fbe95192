import { defineResource, display, type Fields, fieldsOf, id, label, ref, refs } from '@drawbridge/resource'
import { describe, expect, test } from 'vitest'
import { byPath, catalogue, danglingReferences, type ResourceTables } from './catalogue.ts'

describe('the catalogue', () => {
  test('has no reference that leads nowhere', () => {
    expect(danglingReferences()).toEqual([])
  })

  test('names each that would', () => {
    const lost = defineResource('test/lost', {
      label: label('迷路', 'Lost'),
      model: 'lost',
      title: '{id}',
      scope: 'global',
      may: { read: ['superAdmin'] },
      order: ['id'],
      fields: {
        id: id(),
        home: ref('no/where', label('家', 'Home')),
        friends: refs('test/lost', label('朋友', 'Friends'), { through: 'no/links', mine: 'a', theirs: 'b' }),
        paths: refs('test/lost', label('路', 'Paths'), { through: 'test/lost', mine: 'home', theirs: 'away' }),
        home_display: display('hom', label('家', 'Home')),
      },
    })
    expect(danglingReferences([lost])).toEqual([
      'test/lost.home refers to no/where',
      'test/lost.friends goes through no/links',
      'test/lost.paths needs test/lost.away',
      'test/lost.home_display is derived from hom',
    ])
  })

  test('knows each resource by one path and one table', () => {
    expect(new Set(catalogue.map((one) => one.path)).size).toBe(catalogue.length)
    expect(new Set(catalogue.map((one) => one.table)).size).toBe(catalogue.length)
    expect(byPath('users/groups').path).toBe('users/groups')
    expect(() => byPath('users/group')).toThrow('no resource is called users/group')
  })

  test('types every table', () => {
    const row = {} as ResourceTables['users_groups']
    expect(row.name).toBeUndefined()
    // @ts-expect-error: the column is called `name`
    expect(row.nmae).toBeUndefined()
    // @ts-expect-error: there is no such table
    const none = undefined as ResourceTables['users_group'] | undefined
    expect(none).toBeUndefined()
  })
})

describe.each(catalogue)('$path', (resource) => {
  test('is named in both languages, everywhere', () => {
    const labels = [
      resource.label,
      ...fieldsOf(resource).flatMap(([, field]) => [
        field.label,
        ...(field.help ? [field.help] : []),
        ...(field.choices ?? []).map((choice) => choice.label),
      ]),
    ]
    for (const { zh, en } of labels) expect([zh.trim(), en.trim()]).not.toContain('')
  })

  test('is called by fields that it has', () => {
    const names = [...resource.title.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    expect(Object.keys(resource.fields)).toEqual(expect.arrayContaining(names))
  })

  test('is ordered, narrowed and searched by its own columns', () => {
    const fields = resource.fields as Fields
    for (const name of resource.order) expect(fields[name.replace(/^-/, '')]?.stored).toBe(true)
    for (const names of resource.unique) for (const name of names) expect(fields[name]?.stored).toBe(true)
    for (const [, field] of fieldsOf(resource)) if (field.search) expect(field.column).toBe('text')
  })

  test('never shows what it seals, unless its owner alone reads it', () => {
    for (const [, field] of fieldsOf(resource)) if (field.sealed && !field.writeOnly) expect(resource.scope).toBe('own')
  })
})
