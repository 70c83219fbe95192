import { describe, expect, test } from 'vitest'
import { withQuery } from '../../api/client.ts'
import { fileNameOf } from '../../api/transfer.ts'
import { say } from '../../words/say.ts'
import {
  exportQuery,
  FILE_TYPES,
  fileProblem,
  firstScope,
  importRequest,
  lineProblems,
  MODE,
  selectedTemplateQuery,
  templateQuery,
} from './sheet.ts'

const list = '/api/v1/users/users/'
const asked = (query: ReturnType<typeof exportQuery>) => withQuery(list, query)
const at = { filters: { search: 'x' }, spm: 'handle' }

describe('export', () => {
  test('EXPORT-01 EXPORT-04 EXPORT-08 all: the format and nothing else', () => {
    expect(asked(exportQuery('all', 'csv', at))).toBe(`${list}?format=csv`)
  })
  test('EXPORT-02 EXPORT-05 EXPORT-06 selected: the handle', () => {
    expect(asked(exportQuery('selected', 'xlsx', at))).toBe(`${list}?spm=handle&format=xlsx`)
  })
  test('EXPORT-03 EXPORT-07 filtered: the filters', () => {
    expect(asked(exportQuery('filtered', 'csv', at))).toBe(`${list}?search=x&format=csv`)
  })
  test('what makes the list this list always goes along', () => {
    expect(exportQuery('all', 'csv', { own: { type: 'a' } })).toMatchObject({ type: 'a' })
  })
  test('opens with what was picked, else searched, else everything', () => {
    expect(firstScope({ selected: 2, filtered: true })).toBe('selected')
    expect(firstScope({ selected: 0, filtered: true })).toBe('filtered')
    expect(firstScope({ selected: 0, filtered: false })).toBe('all')
  })
  test('the file keeps the name that the server gave it', () => {
    expect(fileNameOf('attachment; filename="user_2021.csv"')).toBe('user_2021.csv')
    expect(fileNameOf("attachment; filename*=UTF-8''%E7%94%A8%E6%88%B7.csv")).toBe('用户.csv')
    expect(fileNameOf(null)).toBeUndefined()
  })
})

describe('import', () => {
  test('IMPORT-01 IMPORT-02 IMPORT-07 IMPORT-08 mode 1 creates with POST, mode 2 updates with PUT', () => {
    expect(MODE).toEqual({ create: '1', update: '2' })
    expect(importRequest(MODE.create, 'csv').method).toBe('POST')
    expect(importRequest(MODE.update, 'csv').method).toBe('PUT')
  })
  test('IMPORT-03 IMPORT-09 IMPORT-10 csv and xlsx, as text/csv and text/xlsx', () => {
    expect(FILE_TYPES.map(({ value }) => value)).toEqual(['csv', 'xlsx'])
    expect(importRequest(MODE.create, 'csv').type).toBe('text/csv')
    expect(importRequest(MODE.create, 'xlsx').type).toBe('text/xlsx')
  })
  test('IMPORT-04 IMPORT-05 another ending than the chosen one is told', () => {
    expect(fileProblem(['a.csv'], 'csv')).toBeUndefined()
    expect(fileProblem(['A.XLSX'], 'xlsx')).toBeUndefined()
    expect(fileProblem(['a.xlsx'], 'csv')).toBe(say.needSpecifiedFile)
    expect(fileProblem(['csv'], 'csv')).toBe(say.needSpecifiedFile)
  })
  test('IMPORT-05 where only csv is taken that is said', () => {
    expect(fileProblem(['a.xlsx'], 'csv', { csvOnly: true })).toBe(say.onlyCsv)
    expect(fileProblem(['a.csv'], 'csv', { csvOnly: true })).toBeUndefined()
  })
  test('IMPORT-06 CONST-12 one file', () => {
    expect(fileProblem([], 'csv')).toBeDefined()
    expect(fileProblem(['a.csv', 'b.csv'], 'csv')).toBeDefined()
  })
  test('IMPORT-11 IMPORT-12 IMPORT-14 IMPORT-15 CONST-13 the template for creating', () => {
    expect(asked(templateQuery(MODE.create, 'csv', 'h'))).toBe(`${list}?format=csv&template=import&limit=1&spm=h`)
  })
  test('IMPORT-13 the template for updating, and one with every selected row', () => {
    expect(asked(templateQuery(MODE.update, 'xlsx', 'h'))).toBe(`${list}?format=xlsx&template=update&limit=1&spm=h`)
    expect(asked(selectedTemplateQuery('csv', 'h'))).toBe(`${list}?format=csv&template=update&spm=h`)
  })
  test('IMPORT-16 IMPORT-17 IMPORT-18 a refusal reads line by line, as the file is numbered', () => {
    const body = [{}, { name: ['required', 'short'], email: ['bad'] }, 'id or pk not in data', null]
    expect(lineProblems(body)).toEqual([
      '第 3 行. name: required;short',
      '第 3 行. email: bad',
      '第 4 行. id or pk not in data',
    ])
    expect(lineProblems({ detail: 'no' })).toEqual([])
  })
})
