import { describe, expect, test, vi } from 'vitest'
import { readSheet } from './read.ts'

vi.setConfig({ testTimeout: 30_000 })

const csv = (text: string) => readSheet('csv', Buffer.from(text))

describe('reading csv', () => {
  test('empty rows are skipped and lines keep the number the file gives them', async () => {
    expect(await csv('name,ip\r\n\r\nweb,10.0.0.1\r\n,\r\n"a\nb",10.0.0.2\r\nlast,')).toEqual({
      header: ['name', 'ip'],
      rows: [
        { line: 3, cells: ['web', '10.0.0.1'] },
        { line: 5, cells: ['a\nb', '10.0.0.2'] },
        { line: 6, cells: ['last', ''] },
      ],
    })
  })

  test('short rows are filled up, empty cells too many are dropped', async () => {
    const { rows } = await csv('a,b,c\n1\n1,2,3,,,\n')
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['1', '', ''],
      ['1', '2', '3'],
    ])
  })

  test.each([
    ['semicolon', 'a;b\n1;x,y\n'],
    ['tab', 'a\tb\n1\tx,y\n'],
  ])('a header with only a %s says how the file is divided', async (_, text) => {
    expect(await csv(text)).toMatchObject({ header: ['a', 'b'], rows: [{ cells: ['1', 'x,y'] }] })
  })

  test('a comma in the header wins, and a quoted one does not count', async () => {
    expect((await csv('a;x,b\n')).header).toEqual(['a;x', 'b'])
    expect((await csv('"a,x";b\n')).header).toEqual(['a,x', 'b'])
  })

  test.each(['\r\n', '\n', '\r'])('lines may end with %j', async (end) => {
    expect((await csv(['a', '1', '2', ''].join(end))).rows).toHaveLength(2)
  })

  test('a cell beyond the header is refused with its place', async () => {
    await expect(csv('a,b\n1,2\n1,2,3\n')).rejects.toMatchObject({
      code: 'malformed',
      details: { line: 3, column: 3, reason: 'cell_without_title' },
    })
  })

  test.each([
    ['a,b\n1,"2\n', 'quote_not_closed'],
    ['a,b\n1,"2"x\n', 'stray_quote'],
    ['a,b\n1,2"x"\n', 'stray_quote'],
  ])('%j is refused', async (text, reason) => {
    await expect(csv(text)).rejects.toMatchObject({ code: 'malformed', details: { line: 2, reason } })
  })

  test.each(['', '\uFEFF', '\r\n\r\n', ',,\n'])('[T57] %j is empty', async (text) => {
    await expect(csv(text)).rejects.toMatchObject({ code: 'empty' })
  })

  test('[T57] a title that stands twice is refused, empty titles are not', async () => {
    await expect(csv('name,ip,name \n')).rejects.toMatchObject({
      code: 'duplicate_column',
      details: { line: 1, column: 3, title: 'name' },
    })
    expect((await csv('name,,,ip\nx,,,y\n')).header).toEqual(['name', '', '', 'ip'])
  })
})

describe('[T57] csv encodings', () => {
  const text = '名称,地址\r\n主机,10.0.0.1\r\n'
  const expected = { header: ['名称', '地址'], rows: [{ line: 2, cells: ['主机', '10.0.0.1'] }] }
  const swapped = (body: Buffer) => Buffer.from(body).swap16()
  const gb = Buffer.from('c3fbb3c62cb5d8d6b70d0ad6f7bbfa2c31302e302e302e310d0a', 'hex')

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 LE', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 BE', swapped(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    ['GB18030', gb],
  ])('%s is understood', async (_, body) => {
    expect(await readSheet('csv', body)).toEqual(expected)
  })

  test('a character on the border of two pieces stays whole', async () => {
    const cells = Array.from({ length: 20_000 }, (_, index) => `${index}主机`)
    const body = Buffer.from(`\uFEFFa\n${cells.join('\n')}`, 'utf16le')
    expect((await readSheet('csv', body)).rows.map((row) => row.cells[0])).toEqual(cells)
    const utf8 = Buffer.from(`ab\r\n${cells.join('\r\n')}`)
    expect((await readSheet('csv', utf8)).rows.map((row) => row.cells[0])).toEqual(cells)
  })

  test.each([
    ['bytes of no encoding', Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xff, 0x80])])],
    ['UTF-16 without a mark', Buffer.from('name,ip\n', 'utf16le')],
    ['half a unit of UTF-16', Buffer.concat([Buffer.from(`\uFEFF${text}`, 'utf16le'), Buffer.from([0x41])])],
    ['a GB18030 text cut short', Buffer.concat([gb, Buffer.from([0xc3])])],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452000000ff', 'hex')],
  ])('%s: a clear refusal', async (_, body) => {
    await expect(readSheet('csv', body)).rejects.toMatchObject({ code: 'encoding' })
  })
})

describe('[T57] csv limits', () => {
  test.each([
    ['rows', { rows: 2 }, { code: 'too_many_rows', details: { limit: 2, line: 4 } }],
    ['columns', { columns: 1 }, { code: 'too_large', details: { what: 'columns', limit: 1 } }],
    ['cells', { cells: 5 }, { code: 'too_large', details: { what: 'cells', limit: 5 } }],
    ['bytes', { bytes: 10 }, { code: 'too_large', details: { what: 'bytes', limit: 10 } }],
  ])('too many %s', async (_, limits, failure) => {
    await expect(readSheet('csv', Buffer.from('a,b\n1,2\n3,4\n5,6\n'), limits)).rejects.toMatchObject(failure)
  })

  test('short rows under a wide header count with what fills them up', async () => {
    const header = Array.from({ length: 500 }, (_, index) => `c${index}`).join(',')
    const body = Buffer.from(`${header}\n${'1\n'.repeat(100_000)}`)
    await expect(readSheet('csv', body)).rejects.toMatchObject({ code: 'too_large', details: { what: 'cells' } })
  })
})
