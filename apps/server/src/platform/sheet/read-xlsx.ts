import { posix } from 'node:path'
import { dateFormat } from './excel-date.ts'
import { plainText } from './excel-text.ts'
import { malformed, tooLarge } from './failure.ts'
import type { SheetTable } from './sheet-table.ts'
import { readCells } from './xlsx-cells.ts'
import { type Attributes, parseXml } from './xml.ts'
import { ZipFile } from './zip.ts'

export const readXlsx = async (body: Buffer, table: SheetTable): Promise<void> => {
  const zip = new ZipFile(body, table.limits.bytes)
  const root = await relationsOf(zip, '')
  const workbookPart = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const relations = await relationsOf(zip, workbookPart)
  const { sheetIds, since1904 } = await readWorkbook(zip, workbookPart)
  // Charts and macros have a place among the sheets too.
  const first = sheetIds
    .map((id) => relations.find((relation) => relation.id === id))
    .find((relation) => relation?.type === 'worksheet')
  if (!first) throw malformed({ reason: 'no_sheet' })
  const target = (type: string) => relations.find((relation) => relation.type === type)?.target
  await readCells(zip.read(first.target), table, {
    texts: await readTexts(zip, target('sharedStrings'), table.limits.cells),
    dates: await readDates(zip, target('styles')),
    since1904,
  })
}

type Relation = { id: string; type: string; target: string }

const relationsOf = async (zip: ZipFile, part: string): Promise<Relation[]> => {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`
  const relations: Relation[] = []
  if (!zip.has(name)) return relations
  await parseXml(zip.read(name), {
    open: (tag, { Id, Type, Target, TargetMode }) => {
      if (tag !== 'Relationship' || !Id || !Type || !Target || TargetMode === 'External') return
      if (relations.length >= MAX_LIST) throw malformed({ reason: 'xml' })
      // Strict and transitional files differ in the address, not in its last word.
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: resolve(folder, Target) })
    },
  })
  return relations
}

// Sheets, relations and styles: more than any program writes.
const MAX_LIST = 100_000

const resolve = (folder: string, target: string) => posix.resolve('/', folder, target).slice(1)

const readWorkbook = async (zip: ZipFile, part: string) => {
  const sheetIds: string[] = []
  let since1904 = false
  await parseXml(zip.read(part), {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') since1904 = isTrue(attributes.date1904)
      if (tag === 'sheet' && sheetIds.length < MAX_LIST) sheetIds.push(relationId(attributes))
    },
  })
  return { sheetIds, since1904 }
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

const relationId = (attributes: Attributes) =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

const readTexts = async (zip: ZipFile, part: string | undefined, limit: number): Promise<string[]> => {
  const texts: string[] = []
  if (!part || !zip.has(part)) return texts
  let text = ''
  let reading = false
  let phonetic = false
  await parseXml(zip.read(part), {
    open: (tag) => {
      if (tag === 'si') text = ''
      if (tag === 'rPh') phonetic = true
      reading = tag === 't' && !phonetic
    },
    text: (piece) => {
      if (reading) text += piece
    },
    close: (tag) => {
      reading = false
      if (tag === 'rPh') phonetic = false
      if (tag !== 'si') return
      if (texts.length >= limit) throw tooLarge('cells', limit)
      texts.push(plainText(text))
    },
  })
  return texts
}

// The date format of every cell style, by its place in the list.
const readDates = async (zip: ZipFile, part: string | undefined) => {
  const formats: (number | undefined)[] = []
  const codes = new Map<number, string>()
  if (part && zip.has(part)) {
    let listing = false
    await parseXml(zip.read(part), {
      open: (tag, { numFmtId, formatCode }) => {
        if (tag === 'cellXfs') listing = true
        if (formats.length + codes.size > MAX_LIST) throw malformed({ reason: 'xml' })
        if (tag === 'numFmt' && numFmtId && formatCode) codes.set(Number(numFmtId), formatCode)
        if (tag === 'xf' && listing) formats.push(Number(numFmtId ?? 0))
      },
      close: (tag) => {
        if (tag === 'cellXfs') listing = false
      },
    })
  }
  return formats.map((id) => dateFormat(id ?? 0, codes.get(id ?? 0)))
}
