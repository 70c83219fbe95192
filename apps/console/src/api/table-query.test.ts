import { describe, expect, test } from 'vitest'
import { withQuery } from './client.ts'
import { itemPath, joinedPath, orderOf, readRows, tableQuery } from './table-query.ts'

const users = '/api/v1/users/users/'
const plain = '/somewhere/things'
const view = { page: 2, size: 30 }

describe('lists of the API', () => {
  test('[TABLE-07] [TABLE-08] page and size become offset and limit, pages counted from 0', () => {
    expect(tableQuery(users, { page: 0, size: 15 })).toMatchObject({ offset: 0, limit: 15 })
    expect(tableQuery(users, view)).toMatchObject({ offset: 60, limit: 30 })
    expect(tableQuery(users, view)).not.toHaveProperty('page')
  })
  test('[TABLE-09] [TABLE-10] sort and direction become one order, with a minus for descending', () => {
    expect(orderOf({ key: 'name', descending: false })).toBe('name')
    expect(orderOf({ key: 'name', descending: true })).toBe('-name')
    expect(orderOf()).toBeUndefined()
    expect(tableQuery(users, { ...view, sort: { key: 'name', descending: true } })).toMatchObject({ order: '-name' })
  })
  test('[TABLE-11] [TABLE-12] empty values are dropped and the others trimmed', () => {
    const filters = { a: '', b: undefined, c: null, d: '  x ' }
    const address = withQuery(users, tableQuery(users, { ...view, filters }))
    expect(address).toBe(`${users}?d=x&offset=60&limit=30&display=1&draw=1`)
  })
  test('rows and their number are read with and without pages', () => {
    expect(readRows(users, { count: 40, results: [{ id: '1' }] })).toEqual({ rows: [{ id: '1' }], total: 40 })
    expect(readRows(users, [{ id: '1' }])).toEqual({ rows: [{ id: '1' }], total: 1 })
    expect(readRows(users, undefined)).toEqual({ rows: [], total: 0 })
  })
  test('[GCALL-16] one row is deleted at its own address, whatever the list was asked with', () => {
    expect(itemPath(`${users}?type=a`, 'one')).toBe(`${users}one/`)
  })
})

describe('lists elsewhere', () => {
  test('[GCALL-05] they are asked with page, size, filters, sort and direction', () => {
    const asked = tableQuery(plain, { ...view, sort: { key: 'name', descending: true }, filters: { kind: 'a' } })
    expect(asked).toEqual({ page: 2, size: 30, kind: 'a', sort: 'name', direction: 'desc' })
  })
  test('[GCALL-06] [GCALL-07] rows stand in payload.content, their number in payload.totalElements', () => {
    const body = { payload: { content: [{ id: '1' }], totalElements: 7 } }
    expect(readRows(plain, body)).toEqual({ rows: [{ id: '1' }], total: 7 })
    expect(
      readRows(plain, { data: { list: [{ id: '2' }], n: 3 } }, { paths: { rows: 'data.list', total: 'data.n' } }),
    ).toEqual({ rows: [{ id: '2' }], total: 3 })
  })
  test('[GCALL-08] [GCALL-09] [GCALL-10] [CONST-08] without pages: size 999, page -1, and the payload itself', () => {
    expect(tableQuery(plain, { ...view, paged: false })).toMatchObject({ size: 999, page: -1 })
    expect(readRows(plain, { payload: [{ id: '1' }, { id: '2' }] }, { paged: false }).total).toBe(2)
  })
  test('[GCALL-15] several are deleted with their ids joined by commas', () => {
    expect(joinedPath(plain, ['a', 'b'])).toBe('/somewhere/things/a,b/')
  })
})
