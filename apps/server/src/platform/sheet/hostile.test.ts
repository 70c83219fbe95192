import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { SheetFailure } from './failure.ts'
import { readSheet } from './read.ts'
import { inline, main, sampleBook } from './sample-book.ts'

vi.setConfig({ testTimeout: 60_000 })

describe('[T57] zip bombs', () => {
  const spaces = ' '.repeat(2 ** 20)

  test('a sheet that says it holds 300 MiB is refused unopened', async () => {
    const book = sampleBook({ sheet: spaces })
    book.writeUInt32LE(300 * 2 ** 20, book.indexOf('PK\x01\x02') + 24)
    await expect(readSheet('xlsx', book)).rejects.toMatchObject({
      code: 'too_large',
      details: { what: 'bytes', limit: 200 * 2 ** 20 },
    })
  })

  test('a sheet that says it is small is given up as soon as it is not', async () => {
    const book = sampleBook({ sheet: spaces.repeat(30) })
    expect(book.length).toBeLessThan(2 ** 17)
    book.writeUInt32LE(1_000, book.indexOf('PK\x01\x02') + 24)
    const before = process.memoryUsage().rss
    await expect(readSheet('xlsx', book)).rejects.toMatchObject({ code: 'malformed', details: { reason: 'part_size' } })
    expect(process.memoryUsage().rss - before).toBeLessThan(20 * 2 ** 20)
  })

  test('the limit is for all parts together', async () => {
    const book = sampleBook({ sheet: spaces.repeat(6), texts: spaces.repeat(6) })
    await expect(readSheet('xlsx', book, { bytes: 10 * 2 ** 20 })).rejects.toMatchObject({ code: 'too_large' })
  })

  test('a part that ends before the size it gives is malformed', async () => {
    const book = sampleBook({ sheet: spaces })
    book.writeUInt32LE(2 ** 24, book.indexOf('PK\x01\x02') + 24)
    await expect(readSheet('xlsx', book)).rejects.toMatchObject({ code: 'malformed' })
  })

  test('a part whose data are not what was written is malformed', async () => {
    const book = sampleBook({ sheet: `<row>${inline('a')}</row>` })
    book.writeUInt32LE(1, book.indexOf('PK\x01\x02') + 16)
    await expect(readSheet('xlsx', book)).rejects.toMatchObject({ details: { reason: 'part_checksum' } })
  })

  test('a part that claims bytes beyond the file is malformed', async () => {
    const book = sampleBook({ sheet: `<row>${inline('a')}</row>` })
    book.writeUInt32LE(2 ** 30, book.indexOf('PK\x01\x02') + 20)
    await expect(readSheet('xlsx', book)).rejects.toMatchObject({ code: 'malformed' })
  })

  test('parts that overlap are paid for each time', async () => {
    const book = sampleBook({ sheet: spaces.repeat(6), texts: ' ' })
    const sheet = book.indexOf('PK\x01\x02')
    const texts = book.indexOf('PK\x01\x02', sheet + 4)
    // The second directory entry points to the data of the first.
    book.copy(book, texts + 10, sheet + 10, sheet + 28)
    book.copy(book, texts + 42, sheet + 42, sheet + 46)
    await expect(readSheet('xlsx', book, { bytes: 10 * 2 ** 20 })).rejects.toMatchObject({ code: 'too_large' })
  })

  test('one long text in a million cells is too large', async () => {
    const row = `<row>${'<c t="s"><v>1</v></c>'.repeat(100)}</row>`
    const titles = Array.from({ length: 100 }, (_, index) => inline(`c${index}`)).join('')
    const book = sampleBook({
      texts: `<si><t>a</t></si><si><t>${'x'.repeat(32_000)}</t></si>`,
      sheet: `<row>${titles}</row>${row.repeat(1_000)}`,
    })
    await expect(readSheet('xlsx', book)).rejects.toMatchObject({ code: 'too_large', details: { what: 'bytes' } })
  })

  test('rows and cells without content are counted too', async () => {
    const rows = sampleBook({ sheet: '<row r="1048576"/><row/>' })
    await expect(readSheet('xlsx', rows)).rejects.toMatchObject({ code: 'too_many_rows' })
    const cells = sampleBook({ sheet: `<row>${'<c/>'.repeat(1_001)}</row>` })
    await expect(readSheet('xlsx', cells, { cells: 1_000 })).rejects.toMatchObject({ code: 'too_large' })
  })

  test('a file inside the file is never opened', async () => {
    const bomb = deflateRawSync(Buffer.alloc(50 * 2 ** 20))
    const book = sampleBook({ sheet: `<row>${inline('a')}</row>`, more: { 'xl/embeddings/book.xlsx': bomb } })
    expect((await readSheet('xlsx', book, { bytes: 2 ** 20 })).header).toEqual(['a'])
  })
})

describe('[T57] hostile xml', () => {
  test.each([
    ['entities', `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet xmlns="${main}">&b;</worksheet>`],
    ['an external file', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>'],
    ['an unknown entity', '<worksheet>&b;</worksheet>'],
    ['endless nesting', '<a>'.repeat(1_000_000)],
    ['endless attributes', `<a ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')}/>`],
    ['another encoding', '<?xml version="1.0"?><worksheet>\xFF</worksheet>'],
  ])('%s: malformed', async (_, xml) => {
    const book = sampleBook({ sheet: '', more: { 'xl/worksheets/sheet1.xml': Buffer.from(xml, 'latin1') } })
    await expect(readSheet('xlsx', book)).rejects.toMatchObject({ code: 'malformed' })
  })
})

describe('[T57] rubbish', () => {
  const book = sampleBook({
    texts: '<si><t>name</t></si>',
    sheet: `<row><c t="s"><v>0</v></c></row>${`<row>${inline('x')}</row>`.repeat(20)}`,
  })
  const csv = Buffer.from('\uFEFFname,ip\r\n"主机, ""1""",10.0.0.1\r\nx,y\r\n')

  const outcome = async (format: 'csv' | 'xlsx', body: Buffer) => {
    const limits = { bytes: 2 ** 20 }
    const result = await readSheet(format, body, limits).catch((error) => error)
    if (result instanceof Error) expect(result).toBeInstanceOf(SheetFailure)
    else expect(result.header.length).toBeGreaterThan(0)
  }

  const damaged = (whole: Buffer) =>
    fc
      .record({
        flips: fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
        cut: fc.option(fc.nat(whole.length), { freq: 3 }),
      })
      .map(({ flips, cut }) => {
        const body = Buffer.from(whole)
        for (const [at, byte] of flips) body[at] = byte
        return cut === null ? body : body.subarray(0, cut)
      })

  // Whole as a zip file, so that the damage reaches the parser.
  const pieces = fc.constantFrom(
    ...['<row>', '</row>', '<row r="9">', '<row r="-1">', '<c>', '</c>', '<c r="B2" t="s">', '<c r="$" s="9">', '<v>'],
    ...['</v>', '<is>', '</is>', '<t>', '</t>', '0', '1', '-1e999', 'text', '&amp;', '&x;', '<!--', '-->', '<![CDATA['],
    ...[']]>', '<?x', '?>', '<', '"', '\0', '<si>', '</si>', '<rPh>', '</rPh>', '<xf numFmtId="14"/>', '<cellXfs>'],
  )
  const xml = fc.array(pieces, { maxLength: 30 }).map((list) => list.join(''))
  const wellNested = xml.map((inner) => `<row>${inline('a')}</row><row><c s="0" t="n">${inner}</c></row>`)
  const badParts = fc
    .record({ sheet: fc.oneof(xml, wellNested), texts: fc.oneof(xml, fc.constant('<si><t>a</t></si>')), styles: xml })
    .map(sampleBook)

  const random = fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array))
  const afterZipMark = random.map((rest) => Buffer.concat([Buffer.from('PK\x03\x04'), rest, book.subarray(-22)]))

  test.each([
    ['random bytes as csv', 'csv', random],
    ['random bytes as xlsx', 'xlsx', fc.oneof(random, afterZipMark)],
    ['a damaged csv', 'csv', damaged(csv)],
    ['a damaged xlsx', 'xlsx', damaged(book)],
    ['a book of damaged parts', 'xlsx', badParts],
    ['a csv as xlsx', 'xlsx', damaged(csv)],
    ['an xlsx as csv', 'csv', damaged(book)],
  ] as const)(
    '%s is read or refused, never a crash',
    async (_, format, bodies) => {
      await fc.assert(
        fc.asyncProperty(bodies as fc.Arbitrary<Buffer>, (body) => outcome(format, body)),
        { numRuns: 400 },
      )
    },
    60_000,
  )
})
