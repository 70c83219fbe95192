import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type Cell, type SheetFormat, writeSheet } from './index.ts'
import { xlsxBytes } from './write-xlsx.ts'

async function* each(rows: Cell[][]) {
  yield* rows
}

async function* machines(count: number, watch: (index: number) => void = () => {}): AsyncGenerator<Cell[]> {
  for (let index = 0; index < count; index++) {
    watch(index)
    yield [index, `host-${index}`, '一台主机 & <x>', index % 2 === 0, null]
  }
}

const header = ['id', 'name', 'comment', 'active', 'none']

const parts = (body: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(body)).map(([name, data]) => [name, strFromU8(data)]))

describe('writing csv', () => {
  test('[T56] text that would run is quoted, numbers stay numbers, Excel sees UTF-8', async () => {
    const rows = each([
      ['=HYPERLINK("http://x")', -1, true, null],
      ["'+1", 'a;b', 'x\ny', '主机'],
    ])
    const text = (await buffer(writeSheet('csv', ['a', '@b', 'c', 'd'], rows))).toString()
    expect(text).toBe(`\uFEFFa,'@b,c,d\r\n"'=HYPERLINK(""http://x"")",-1,true,\r\n''+1,"a;b","x\ny",主机\r\n`)
  })

  test('no rows still give the header', async () => {
    expect((await buffer(writeSheet('csv', ['a', 'b'], each([])))).toString()).toBe('\uFEFFa,b\r\n')
  })
})

describe('writing xlsx', () => {
  test('[T56] text that would run is quoted and is text, numbers stay numbers', async () => {
    const rows = each([['=1+1', -1, false, '\v_x000B_', Number.NaN]])
    const book = parts(await buffer(writeSheet('xlsx', ['a', 'b'], rows)))
    const sheet = book['xl/worksheets/sheet1.xml']!
    expect(sheet).toContain(`<c r="A2" t="inlineStr"><is><t xml:space="preserve">'=1+1</t></is></c>`)
    expect(sheet).toContain('<c r="B2"><v>-1</v></c><c r="C2" t="b"><v>0</v></c>')
    expect(sheet).toContain('>_x000B__x005F_x000B_</t>')
    expect(sheet).toContain('>NaN</t>')
    expect(sheet).not.toContain('<f>')
  })

  test('the header is bold and stays in view', async () => {
    const book = parts(await buffer(writeSheet('xlsx', ['a'], each([]))))
    expect(book['xl/worksheets/sheet1.xml']).toContain('<c r="A1" s="1"')
    expect(book['xl/worksheets/sheet1.xml']).toContain('<pane ySplit="1"')
  })

  test('a text too long for Excel is cut, but not through a character', async () => {
    const book = parts(
      await buffer(writeSheet('xlsx', ['a'], each([['x'.repeat(40_000)], [`${'x'.repeat(32_766)}😀`]]))),
    )
    const texts = [...book['xl/worksheets/sheet1.xml']!.matchAll(/>(x+)</g)].map(([, text]) => text!.length)
    expect(texts).toEqual([32_767, 32_766])
  })

  test('a full sheet is followed by another with the same header', async () => {
    const rows = each([[1], [2], [3], [4], [5]])
    const chunks: Uint8Array[] = []
    for await (const chunk of xlsxBytes(['n'], rows, 3)) chunks.push(chunk)
    const book = parts(Buffer.concat(chunks))
    const values = [1, 2, 3].map((n) =>
      [...book[`xl/worksheets/sheet${n}.xml`]!.matchAll(/<v>(\d)/g)].map(([, v]) => v),
    )
    expect(values).toEqual([['1', '2'], ['3', '4'], ['5']])
    expect(book['xl/worksheets/sheet3.xml']).toContain('>n</t>')
    expect(book['xl/workbook.xml']!.match(/<sheet /g)).toHaveLength(3)
  })
})

describe.each(['csv', 'xlsx'] as const)('writing %s as a stream', (format: SheetFormat) => {
  test('memory stays flat over 300,000 rows', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const used: number[] = []
    const watch = (index: number) => {
      if (index % 50_000 !== 49_999) return
      collect()
      const { heapUsed, external } = process.memoryUsage()
      used.push((heapUsed + external) / 2 ** 20)
    }
    for await (const _ of writeSheet(format, header, machines(300_000, watch)));
    expect(used).toHaveLength(6)
    expect(used.at(-1)! - used[0]!).toBeLessThan(8)
  })

  test('rows wait for the reader, and a reader that leaves closes them', async () => {
    let taken = 0
    let closed = false
    const source = async function* () {
      try {
        yield* machines(10_000_000, () => taken++)
      } finally {
        closed = true
      }
    }
    const stream = writeSheet(format, header, source())
    await once(stream, 'readable')
    for (let before = -1; before !== taken && taken < 100_000; ) {
      before = taken
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    expect(taken).toBeLessThan(100_000)
    stream.destroy()
    await once(stream, 'close')
    expect(closed).toBe(true)
  })

  test('a source that fails ends the stream with its error', async () => {
    const source = async function* (): AsyncGenerator<Cell[]> {
      yield* machines(1_000)
      throw new Error('the database went away')
    }
    await expect(buffer(writeSheet(format, header, source()))).rejects.toThrow('the database went away')
  })
})
