import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../../src/platform/sheet/index.ts'
import { inline, sampleBook } from '../../src/platform/sheet/sample-book.ts'
import type { Client, Reply } from '../kit/client.ts'
import { dose } from '../kit/dose.ts'
import { openSpecimenWorld } from '../kit/specimen.ts'
import type { World } from '../kit/world.ts'

const LIST = 'test/specimens/'
const CSV = { 'content-type': 'text/csv' }
const XLSX = { 'content-type': 'text/xlsx' }

let world: World
let api: Client
let group: string

beforeAll(async () => {
  world = await openSpecimenWorld()
  api = world.admin.api
  group = (await api.post('users/groups/', { name: 'a group' })).body.id
})
afterAll(() => world.close())

/** The file itself: a client that reads texts would spoil a workbook. */
const download = async (path: string, headers: Record<string, string> = {}): Promise<Buffer> => {
  const response = await fetch(new URL(`/api/v1/${path}`, world.url), {
    headers: { authorization: `Token ${world.admin.token}`, 'accept-language': 'en', ...headers },
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
const table = async (format: 'csv' | 'xlsx', query = '', headers: Record<string, string> = {}): Promise<string[][]> => {
  const sheet = await readSheet(format, await download(`${LIST}?format=${format}&${query}`, headers))
  return [sheet.header, ...sheet.rows.map((row) => row.cells)]
}
const count = async (query = ''): Promise<number> => (await api.get(`${LIST}?limit=1&${query}`)).body.count
const lines = (...rows: string[]): string => `${rows.join('\r\n')}\r\n`
const readable = async (id: string) => {
  const { date_updated, ...rest } = (await api.get(`${LIST}${id}/`)).body
  return rest
}

describe('an export', () => {
  beforeAll(async () => {
    await api.post(LIST, { name: 'exported', comment: 'sheet, "one"\nline two', group, owners: [group], kind: 'b' })
  })

  it('[EXPORT-04] as csv begins with the mark of its encoding, and is a file to keep', async () => {
    const reply = await api.get(`${LIST}?format=csv&name=exported`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="specimen_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv"$/,
    )
    const bytes = await download(`${LIST}?format=csv&name=exported`)
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })

  it('[EXPORT-05] as xlsx is a workbook with the same cells', async () => {
    const reply = await api.get(`${LIST}?format=xlsx&name=exported`)
    expect(reply.headers.get('content-type')).toBe('application/xlsx')
    expect(reply.headers.get('content-disposition')).toMatch(/\.xlsx"$/)
    expect(await table('xlsx', 'name=exported')).toEqual(await table('csv', 'name=exported'))
  })

  it('has a title for every column, with a star where a value is needed', async () => {
    const [titles] = await table('csv', 'name=exported')
    expect(titles).toEqual(
      expect.arrayContaining(['ID', '*Name', 'Type', 'kind_display', 'Group', 'group_display', 'Org name']),
    )
    expect(titles).not.toContain('Organization')
    expect(titles).not.toContain('Password')
    expect(titles).not.toContain('Readers')
    const [chinese] = await table('csv', 'name=exported', { 'accept-language': 'zh' })
    expect(chinese).toEqual(expect.arrayContaining(['*名称', '类型', 'kind_display', '备注']))
    expect(new Set(titles).size).toBe(titles!.length)
  })

  it('writes values as people read them, and nothing where there is nothing', async () => {
    const [titles, row] = await table('csv', 'name=exported', { 'x-tz': 'UTC' })
    const cell = (title: string) => row![titles!.indexOf(title)]
    expect(cell('*Name')).toBe('exported')
    expect(cell('kind_display')).toBe('Second')
    expect(cell('Group')).toBe(group)
    expect(cell('group_display')).toBe('a group')
    expect(cell('Owners')).toBe(`["${group}"]`)
    expect(cell('Active')).toBe('true')
    expect(cell('Level')).toBe('0')
    expect(cell('Amount')).toBe('')
    expect(cell('Comment')).toBe('sheet, "one"\nline two')
    expect(cell('Date start')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$/)
  })

  it('[IMPORT-11] [IMPORT-12] [IMPORT-14] is a template to fill in, with one row to show how', async () => {
    const rows = await table('csv', 'template=import&limit=1')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual(expect.arrayContaining(['*Name', 'Type', 'Password', 'Readers']))
    for (const title of ['ID', 'kind_display', 'Shout', 'Org name', 'Date created', 'Created by'])
      expect(rows[0]).not.toContain(title)
  })

  it('[IMPORT-13] [IMPORT-15] [EXPORT-06] [EXPORT-02] is a template of selected rows to change', async () => {
    const made = (await api.post(LIST, [{ name: 'pick 1' }, { name: 'pick 2' }, { name: 'pick 3' }])).body
    const { spm } = (await api.post('common/resources/cache/', { resources: [made[0].id, made[2].id] })).body
    const rows = await table('csv', `template=update&spm=${spm}`)
    expect(rows[0]).toEqual(expect.arrayContaining(['ID', '*Name', 'Password']))
    expect(rows[0]).not.toContain('Shout')
    const name = rows[0]!.indexOf('*Name')
    expect(rows.slice(1).map((row) => row[name])).toEqual(['pick 1', 'pick 3'])
    expect(rows[1]![rows[0]!.indexOf('Password')]).toBe('')
  })

  it('[EXPORT-03] [EXPORT-07] [EXPORT-01] [EXPORT-08] has the filtered rows, or all', async () => {
    expect(await table('csv', 'search=pick&order=-name')).toHaveLength(4)
    expect(await table('csv')).toHaveLength(1 + (await count()))
    expect(await table('csv', 'search=pick&limit=2&offset=1')).toHaveLength(3)
    expect(await table('csv', 'name=nobody')).toHaveLength(1)
  })

  it('[T47] of a lost handle is refused, in JSON', async () => {
    const reply = await api.get(`${LIST}?format=csv&spm=7f5a4b38-0000-4000-8000-000000000000`)
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('spm_expired')
  })

  it.each(['pdf', 'xls', 'CSV', '', '../csv'])('in the form %j does not exist', async (format) => {
    const reply = await api.get(`${LIST}?format=${format}`)
    expect([reply.status, reply.body?.code]).toEqual([404, 'not_found'])
  })

  it('[T56] gives a spreadsheet program nothing to run', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", '＝1', '=cmd|"/c calc"!A1', ' =1']
    const bodies = formulas.map((comment, i) => ({ name: `formula ${i}`, comment: `${comment}x`, labels: [comment] }))
    expect((await api.post(LIST, bodies)).status).toBe(201)
    for (const format of ['csv', 'xlsx'] as const) {
      const file = await download(`${LIST}?format=${format}&search=formula`)
      if (format === 'csv') {
        const text = file.toString('utf8')
        expect(text).not.toMatch(/(^|[,\n])"?\s*[=+@＝]/m)
        expect(text).not.toMatch(/(^|,)"?-1x/m)
      }
      const rows = await table(format, 'search=formula&order=name')
      const at = rows[0]!.indexOf('Comment')
      expect(rows.slice(1).map((row) => row[at])).toEqual(bodies.map((body) => body.comment.trim()))
    }
  })
})

describe('an import', () => {
  const post = (body: string | Uint8Array, headers = CSV): Promise<Reply> => api.post(LIST, body, headers)
  const put = (body: string | Uint8Array, headers = CSV): Promise<Reply> => api.put(LIST, body, headers)

  it('[IMPORT-07] [IMPORT-09] makes the rows of a csv file', async () => {
    const reply = await post(lines('name,amount,kind,tags', 'csv 1,5,b,"[""y""]"', ',,,', "csv 2,,,['x']"))
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject([
      { name: 'csv 1', amount: 5, kind: 'b', tags: ['y'] },
      { name: 'csv 2', amount: null, kind: 'a', tags: ['x'] },
    ])
  })

  it('[IMPORT-10] and of a workbook', async () => {
    const book = sampleBook({
      sheet: `<row>${inline('*Name')}${inline('Amount')}${inline('Active')}</row><row>${inline('book 1')}<c><v>5</v></c><c t="b"><v>0</v></c></row>`,
    })
    const reply = await post(book, XLSX)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject([{ name: 'book 1', amount: 5, is_active: false }])
  })

  it.each([
    ['names', 'name,comment,kind'],
    ['English labels', '*Name,Comment,Type'],
    ['Chinese labels', '*名称,备注,类型'],
    ['a star behind', '名称*,Comment,类型'],
    ['a mixture of languages', 'name,备注,Type'],
    ['blanks around', ' *Name , Comment , kind '],
  ])('knows columns by %s', async (what, header) => {
    const reply = await post(lines(header, `by ${what},words,b`))
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject([{ name: `by ${what}`, comment: 'words', kind: 'b' }])
  })

  it('drops columns it does not know, or that nobody can write', async () => {
    const reply = await post(lines('name,nonsense,created_by,Shout,org_id', `dropped,1,Eve,X,${group}`))
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject([{ name: 'dropped', created_by: 'Administrator', shout: 'DROPPED' }])
  })

  it('[IMPORT-16] tells the problems of each line, and saves nothing', async () => {
    const before = await count()
    const reply = await post(lines('name,amount,kind', 'line 2,1,a', 'line 3,x,c', ',2,a', 'line 5,,', 'line 5,,'))
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual([
      {},
      { amount: ['A valid integer is required.'], kind: ['"c" is not a valid choice.'] },
      { name: ['This field is required.'] },
      {},
      { name: 'This field must be unique.' },
    ])
    expect(await count()).toBe(before)
  })

  it('[IMPORT-08] changes rows by their id: an empty cell goes back to its default or stays', async () => {
    const made = (
      await api.post(LIST, [
        { name: 'upd 1', amount: 1, priority: 9 },
        { name: 'upd 2', amount: 2, priority: 9 },
      ])
    ).body
    const reply = await put(lines('id,name,amount,priority', `${made[1].id},upd two,,8`, `${made[0].id},upd one,5,`))
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject([
      { id: made[1].id, name: 'upd two', amount: 2, priority: 8 },
      { id: made[0].id, name: 'upd one', amount: 5, priority: 50 },
    ])
  })

  it('[IMPORT-16] [IMPORT-18] of changes tells which lines have no id, or nobody’s', async () => {
    const [one] = (await api.post(LIST, [{ name: 'upd 3' }])).body
    const nobody = '00000000-0000-4000-8000-000000000000'
    const missing = await put(lines('id,name', `${one.id},renamed`, ',x', 'y,y', `${one.id},again`))
    expect(missing.status).toBe(400)
    expect(missing.body).toEqual([
      {},
      'id or pk not in data',
      { id: ['Invalid pk "y" - object does not exist.'] },
      { id: ['The same object appears more than once'] },
    ])
    const lost = await put(lines('id,name', `${one.id},renamed`, `${nobody},x`))
    expect(lost.body).toEqual([{}, { id: [`Invalid pk "${nobody}" - object does not exist.`] }])
    expect((await api.get(`${LIST}${one.id}/`)).body.name).toBe('upd 3')
  })

  it('[T57] reads what Excel writes in China, and says so when it cannot', async () => {
    // 名称,备注 / 国标,中文 in GBK.
    const gbk = Buffer.from('c3fbb3c62cb1b8d7a20d0ab9fab1ea2cd6d0cec40d0a', 'hex')
    const reply = await post(gbk)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject([{ name: '国标', comment: '中文' }])
    const utf16 = Buffer.from(`\ufeff${lines('name', '宽')}`, 'utf16le')
    expect((await post(utf16)).body).toMatchObject([{ name: '宽' }])
    const broken = await post(Buffer.from([0x6e, 0x0a, 0xff, 0xff, 0xff]))
    expect([broken.status, broken.body.code]).toEqual([400, 'parse_error'])
    expect(broken.body.detail).toBe('Parse error! (text/csv): the encoding is not known, please use UTF-8')
  })

  it('[T57] refuses more than 10 MiB', async () => {
    const reply = await post(`name\n${'x'.repeat(10 * 2 ** 20)}`)
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('file_content_overflowed')
    const zh = await api.post(LIST, `name\n${'x'.repeat(10 * 2 ** 20)}`, { ...CSV, 'accept-language': 'zh' })
    expect(zh.body.detail).toBe('文件内容超过限制')
  })

  it('[T57] refuses a small file that is a large one', async () => {
    const bomb = sampleBook({ sheet: ' '.repeat(2 ** 20).repeat(220) })
    expect(bomb.length).toBeLessThan(2 ** 20)
    const reply = await post(bomb, XLSX)
    expect([reply.status, reply.body]).toEqual([
      400,
      { detail: 'Parse error! (text/xlsx): the unpacked file is too large', code: 'parse_error' },
    ])
  })

  it('[T57] refuses a column that comes twice, under whatever name', async () => {
    for (const header of ['name,name', 'name,*Name', '名称,Name', 'Type,类型']) {
      const reply = await post(lines(header, 'a,b'))
      expect([header, reply.status, reply.body.code]).toEqual([header, 400, 'parse_error'])
      expect(reply.body.detail).toMatch(/appears twice$/)
    }
  })

  it.each([
    ['nothing', '', 'the file is empty'],
    ['blank lines', '\r\n\r\n', 'the file is empty'],
    ['an open quote', 'name\n"open', 'line 2 cannot be read'],
    ['more cells than titles', 'name\na,b', 'line 2 cannot be read'],
  ])('[T57] of %s is no sheet', async (_, body, reason) => {
    const reply = await post(body)
    expect([reply.status, reply.body]).toEqual([
      400,
      { detail: `Parse error! (text/csv): ${reason}`, code: 'parse_error' },
    ])
  })

  it('of a broken workbook is refused in the language of the reader', async () => {
    const reply = await api.post(LIST, 'no zip', { ...XLSX, 'accept-language': 'zh' })
    expect([reply.status, reply.body]).toEqual([
      400,
      { detail: '解析错误！（text/xlsx）：文件无法解析', code: 'parse_error' },
    ])
  })

  it('of a header alone makes nothing', async () => {
    const reply = await post('name,comment\n')
    expect([reply.status, reply.body]).toEqual([201, []])
  })

  it('[T56] takes a formula for the text it is', async () => {
    const book = sampleBook({ sheet: `<row>${inline('name')}</row><row><c t="str"><f>1+1</f><v>2</v></c></row>` })
    expect((await post(book, XLSX)).body).toMatchObject([{ name: '2' }])
    const { body } = await post(lines('name,comment', "quoted,'=1+1", "plain,'tis"))
    expect(body).toMatchObject([{ comment: '=1+1' }, { comment: "'tis" }])
  })

  it('a text that looks like a list stays a text', async () => {
    const { body } = await post(lines('name,comment', '"[""a""]",{x}'))
    expect(body).toMatchObject([{ name: '["a"]', comment: '{x}' }])
  })
})

describe('a preview', () => {
  it('shows titles and rows, and saves nothing', async () => {
    const before = await count()
    const reply = await api.post(`${LIST}render-to-json/`, lines('*Name,nonsense,标签', 'seen,1,"[""y""]"'), CSV)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      title: [
        ['*Name', 'name'],
        ['标签', 'tags'],
      ],
      data: [{ name: 'seen', tags: ['y'] }],
    })
    expect(await count()).toBe(before)
    const book = sampleBook({ sheet: `<row>${inline('name')}</row><row>${inline('seen')}</row>` })
    expect((await api.post(`${LIST}render-to-json/`, book, XLSX)).body.data).toEqual([{ name: 'seen' }])
  })

  it('of what is no sheet is refused', async () => {
    const reply = await api.post(`${LIST}render-to-json/`, { name: 'x' })
    expect([reply.status, reply.body.code]).toEqual([400, 'parse_error'])
  })
})

describe('a sheet that goes out and comes back', () => {
  const full = () => ({
    code: null,
    mail: 'a@b.cn',
    site: 'https://example.com/?a=b',
    address: '::1',
    schedule: '*/5 * * * *',
    kind: 'b',
    level: 1,
    tags: ['y'],
    is_active: false,
    amount: -5,
    weight: 1.25,
    priority: 1,
    port: 443,
    date_start: '2021-04-14 10:32:25 +0800',
    date_expired: '2031-04-14 10:32:25 +0800',
    group,
    owners: [group],
    readers: [group],
    options: { a: [1, 'two', null], b: { c: true } },
    labels: ['=1', 'two'],
    place: { host: '=h', port: 81 },
    comment: 'a, "b";\tc\nd 😀 =1',
  })

  it.each(['csv', 'xlsx'] as const)('as %s changes nothing', async (format) => {
    const names = [`trip ${format} full`, `-trip ${format} formula`, `trip ${format} bare`]
    const bodies = [{ name: names[0], ...full() }, { name: names[1], ...full() }, { name: names[2] }]
    const made = (await api.post(LIST, bodies)).body
    const before = await Promise.all(made.map((row: any) => readable(row.id)))
    const ids = made.map((row: any) => row.id).join()
    for (const lang of ['en', 'zh']) {
      for (const template of ['update', 'export']) {
        const file = await download(`${LIST}?format=${format}&template=${template}&ids=${ids}`, {
          'accept-language': lang,
        })
        const reply = await api.put(LIST, new Uint8Array(file), { 'content-type': `text/${format}` })
        expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
        expect(await Promise.all(made.map((row: any) => readable(row.id)))).toEqual(before)
      }
    }
  })

  it.each(['csv', 'xlsx'] as const)('as %s makes the rows it was made of', async (format) => {
    const [row] = (await api.post(LIST, [{ name: `again ${format}`, ...full() }])).body
    const file = await download(`${LIST}?format=${format}&template=import&ids=${row.id}`)
    const before = await readable(row.id)
    expect((await api.delete(`${LIST}${row.id}/`)).status).toBe(204)
    const reply = await api.post(LIST, new Uint8Array(file), { 'content-type': `text/${format}` })
    expect(reply.status).toBe(201)
    const { id, date_created, ...again } = await readable(reply.body[0].id)
    expect(before).toMatchObject(again)
  })
})

describe('a long sheet', () => {
  /** More than a page of any kind holds. */
  const LONG = dose(50_000, 12_000)

  it('[T57] comes in, or not at all, while others are served', async () => {
    const rows = Array.from({ length: LONG }, (_, i) => `bulk ${i},${i % 100},imported`)
    let served = 0
    let done = false
    const watch = (async () => {
      while (!done) {
        expect((await api.get(`${LIST}?limit=1&name=nobody`)).status).toBe(200)
        served++
      }
    })()
    const bad = await api.post(LIST, lines('name,amount,comment', ...rows, 'bulk 0,,'), CSV)
    expect(bad.status).toBe(400)
    expect(bad.body).toHaveLength(LONG + 1)
    expect(await count('search=imported')).toBe(0)
    const reply = await api.post(LIST, lines('name,amount,comment', ...rows), CSV)
    done = true
    await watch
    expect(reply.status).toBe(201)
    expect(await count('search=imported')).toBe(LONG)
    // Not a matter of seconds, which a busy machine stretches: others got their answers all along.
    expect(served).toBeGreaterThan(20)
  })

  it('[T57] of more rows than the limit is refused', async () => {
    const reply = await api.post(LIST, `name\n${'x\n'.repeat(200_001)}`, CSV)
    expect([reply.status, reply.body.detail]).toEqual([400, 'Parse error! (text/csv): more than 200000 rows'])
  })

  it('is not cut when it goes out', async () => {
    const text = (await download(`${LIST}?format=csv&search=imported`)).toString('utf8')
    expect(text.trimEnd().split('\r\n')).toHaveLength(LONG + 1)
    const book = await table('xlsx', `search=imported&limit=${LONG - 1}`)
    expect(book).toHaveLength(LONG)
  })
})
