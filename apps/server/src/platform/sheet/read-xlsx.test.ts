import { describe, expect, test } from 'vitest'
import { readSheet } from './read.ts'
import { bytes, inline, main, relations, sampleBook } from './sample-book.ts'

const cells = async (book: Buffer) => (await readSheet('xlsx', book)).rows.map((row) => row.cells)

describe('reading xlsx', () => {
  test('shared, rich, inline and computed texts, numbers and booleans are all text', async () => {
    const book = sampleBook({
      texts:
        '<si><t>名称</t></si><si><t>v</t></si><si><r><t xml:space="preserve">red </t></r><r><t>host</t></r>' +
        '<rPh sb="0" eb="1"><t>phonetic</t></rPh></si><si><t>a_x000D_b_x005F_x000D_</t></si>',
      sheet:
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
        '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>1.1000000000000001</v></c></row>' +
        '<row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3" t="b"><v>1</v></c></row>' +
        '<row r="4"><c r="A4" t="inlineStr"><is><t>x &amp; y</t></is></c><c r="B4" t="b"><v>0</v></c></row>' +
        '<row r="5"><c r="A5" t="str"><f>CONCAT("a","b")</f><v>ab</v></c><c r="B5"><f>1+1</f><v>2</v></c></row>' +
        `<row r="6"><c r="A6" t="inlineStr"><is><t>'=1</t></is></c><c r="B6"><v>1E3</v></c></row>`,
    })
    expect(await readSheet('xlsx', book)).toEqual({
      header: ['名称', 'v'],
      rows: [
        { line: 2, cells: ['red host', '1.1'] },
        { line: 3, cells: ['a\rb_x000D_', 'true'] },
        { line: 4, cells: ['x & y', 'false'] },
        { line: 5, cells: ['ab', '2'] },
        { line: 6, cells: ['=1', '1000'] },
      ],
    })
  })

  test('rows and cells stand where they say, or after the one before', async () => {
    const book = sampleBook({
      sheet:
        `<row r="1">${inline('a')}${inline('b')}${inline('c')}</row><row r="4"><c r="C4"><v>3</v></c></row>` +
        '<row r="5" s="1"><c r="A5" s="1"/><c r="XFD5" s="1"/></row><row><c><v>6</v></c></row>',
    })
    expect((await readSheet('xlsx', book)).rows).toEqual([
      { line: 4, cells: ['', '', '3'] },
      { line: 6, cells: ['6', '', ''] },
    ])
  })

  test('numbers styled as dates become ISO text', async () => {
    const book = sampleBook({
      styles:
        '<numFmts><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts>' +
        '<cellStyleXfs><xf numFmtId="22"/></cellStyleXfs>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="176"/></cellXfs>',
      sheet:
        `<row>${['n', 'd', 't', 'c'].map(inline).join('')}</row><row><c><v>45292</v></c><c s="1"><v>45292</v></c>` +
        '<c s="2"><v>45292.5</v></c><c s="3"><v>45292</v></c></row>',
    })
    expect(await cells(book)).toEqual([['45292', '2024-01-01', '2024-01-01T12:00:00', '2024-01-01']])
  })

  test('the first sheet in order is read, whatever its file is called and whoever wrote it', async () => {
    const book = sampleBook({
      sheet: `<row>${inline('wrong')}</row>`,
      more: {
        'xl/workbook.xml': bytes(
          `<x:workbook xmlns:x="${main}" xmlns:rel="urn:r"><x:sheets><x:sheet name="chart" rel:id="rId1"/>` +
            '<x:sheet name="first" rel:id="rId2"/><x:sheet name="second" rel:id="rId3"/></x:sheets></x:workbook>',
        ),
        'xl/_rels/workbook.xml.rels': bytes(
          relations(
            ['chartsheet', 'c.xml'],
            ['worksheet', '../deep/Other.xml'],
            ['worksheet', 'worksheets/sheet1.xml'],
          ),
        ),
        'deep\\other.xml': bytes(
          `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c t="str"><x:v>right</x:v></x:c></x:row>` +
            '</x:sheetData></x:worksheet>',
        ),
      },
    })
    expect((await readSheet('xlsx', book)).header).toEqual(['right'])
  })

  test.each([
    ['a text that is not there', '<row><c t="s"><v>7</v></c></row>', 'cell_value'],
    ['a number that is none', '<row><c><v>ten</v></c></row>', 'cell_value'],
    ['rows out of order', `<row r="2">${inline('a')}</row><row r="2"/>`, 'row_number'],
    ['a cell nowhere', '<row><c r="12"><v>1</v></c></row>', 'cell_reference'],
    ['xml cut short', '<row><c>', 'xml'],
  ])('%s is refused', async (_, sheet, reason) => {
    await expect(readSheet('xlsx', sampleBook({ sheet }))).rejects.toMatchObject({
      code: 'malformed',
      details: { reason },
    })
  })

  test('[T57] a title that stands twice is refused', async () => {
    const book = sampleBook({ sheet: `<row>${inline('name')}${inline('ip')}${inline('name')}</row>` })
    await expect(readSheet('xlsx', book)).rejects.toMatchObject({
      code: 'duplicate_column',
      details: { title: 'name', column: 3 },
    })
  })

  test('[T57] a book without rows is empty', async () => {
    await expect(readSheet('xlsx', sampleBook({ sheet: '' }))).rejects.toMatchObject({ code: 'empty' })
  })

  test('[T57] a column far to the right is too large, not a long row', async () => {
    const book = sampleBook({ sheet: '<row><c r="XFD1"><v>1</v></c></row>' })
    await expect(readSheet('xlsx', book)).rejects.toMatchObject({ code: 'too_large', details: { what: 'columns' } })
  })
})
