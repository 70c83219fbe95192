// A resource as a spreadsheet: out for reading, as a template to fill in, and in again.
import {
  columnFinder,
  columnTitle,
  type Fields,
  fromCell,
  sheetColumns,
  showStamp,
  type Template,
  toCell,
} from '@drawbridge/resource'
import { malformed, Refusal } from '@drawbridge/wire'
import type { Ctx } from '../platform/context.ts'
import type { Answer, Query } from '../platform/http/route.ts'
import { type Cell, readSheet, SheetFailure, type SheetFormat, writeSheet } from '../platform/sheet/index.ts'
import { streamRows } from './read.ts'
import { fieldsFor, type Served } from './serve.ts'

export const IMPORT_BYTES = 10 * 1024 * 1024

const types: Record<SheetFormat, string> = { csv: 'text/csv; charset=utf-8', xlsx: 'application/xlsx' }

export const isSheetFormat = (format: string | undefined): format is SheetFormat =>
  format === 'csv' || format === 'xlsx'

/** The body type of an import, or undefined when it is none. */
export const sheetFormatOf = (contentType: string | undefined): SheetFormat | undefined => {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase()
  return type === 'text/csv' ? 'csv' : type === 'text/xlsx' ? 'xlsx' : undefined
}

export const exportSheet = (one: Served, format: SheetFormat, query: Query, ctx: Ctx): Answer => {
  const template: Template = query.template === 'import' || query.template === 'update' ? query.template : 'export'
  const fields = fieldsFor(one, ctx)
  const columns = sheetColumns({ fields }, template).filter(
    (name) => template !== 'export' || !fields[name]!.detailOnly,
  )
  const find = columnFinder(fields)
  // A title that means another field when the sheet comes back gives way to the field's name.
  const titles = columns.map((name) => {
    const title = columnTitle(fields[name]!, ctx.reader)
    return find(title) === name ? title : name
  })
  return {
    status: 200,
    stream: writeSheet(format, titles, cellRows(one, columns, template, query, ctx)),
    headers: {
      'content-type': types[format],
      'content-disposition': `attachment; filename="${one.resource.model}_${fileStamp(ctx)}.${format}"`,
    },
  }
}

async function* cellRows(
  one: Served,
  columns: string[],
  template: Template,
  query: Query,
  ctx: Ctx,
): AsyncGenerator<Cell[]> {
  // An import template comes with one row to show how it is done.
  const page = template === 'import' ? { limit: 1, offset: 0 } : pageOf(query)
  const { fields: _only, fields_size: _size, 'fields!': _not, ...rest } = query
  // A template is filled in like the form of a row, so it holds what the form holds.
  for await (const batch of streamRows(one, rest, ctx, { page, detail: template !== 'export' })) {
    for (const row of batch) yield columns.map((name) => toCell(row[name]))
  }
}

export const pageOf = (query: Query): { limit: number; offset: number } | undefined => {
  const limit = wholeOf(query.limit)
  return limit === 0 ? undefined : { limit, offset: wholeOf(query.offset) }
}

/** More than any table holds, and still a number that the database takes. */
const FAR = 1e15

const wholeOf = (text = ''): number => (/^\d+$/.test(text) ? Math.min(Number(text), FAR) : 0)

const fileStamp = ({ reader }: Ctx): string =>
  showStamp(reader.now, reader.zone).slice(0, 19).replace(' ', '_').replaceAll(':', '-')

export interface Imported {
  /** Title and field name of every column that is known. */
  readonly title: [string, string][]
  readonly bodies: Record<string, unknown>[]
}

export const readBodies = async (one: Served, format: SheetFormat, body: Buffer, ctx: Ctx): Promise<Imported> => {
  const fields = fieldsFor(one, ctx)
  const find = columnFinder(fields)
  const sheet = await read(format, body)
  const names = sheet.header.map((title) => find(title))
  const doubled = names.find((name, i) => name !== undefined && names.indexOf(name) !== i)
  if (doubled) throw sheetRefusal(new SheetFailure('duplicate_column', { title: doubled }), format)
  const bodies = sheet.rows.map(({ cells }) => bodyOf(names, cells, fields))
  return {
    title: sheet.header.flatMap((title, i): [string, string][] => (names[i] ? [[title, names[i]]] : [])),
    bodies,
  }
}

const bodyOf = (names: (string | undefined)[], cells: string[], fields: Fields): Record<string, unknown> => {
  const body: Record<string, unknown> = {}
  names.forEach((name, i) => {
    const text = cells[i]
    if (!name || text === undefined || text.trim() === '') return
    const { column } = fields[name]!
    body[name] = column === 'text' ? text : fromCell(text)
  })
  return body
}

const read = async (format: SheetFormat, body: Buffer) => {
  try {
    return await readSheet(format, body)
  } catch (error) {
    if (error instanceof SheetFailure) throw sheetRefusal(error, format)
    throw error
  }
}

const reasons: Record<SheetFailure['code'], (d: SheetFailure['details']) => { zh: string; en: string }> = {
  empty: () => ({ zh: '文件没有内容', en: 'the file is empty' }),
  malformed: (d) => ({
    zh: d.line ? `第 ${d.line} 行无法解析` : '文件无法解析',
    en: d.line ? `line ${d.line} cannot be read` : 'the file cannot be read',
  }),
  too_many_rows: (d) => ({ zh: `行数超过上限 ${d.limit}`, en: `more than ${d.limit} rows` }),
  too_large: () => ({ zh: '文件展开后过大', en: 'the unpacked file is too large' }),
  encoding: () => ({ zh: '无法识别文件编码，请使用 UTF-8', en: 'the encoding is not known, please use UTF-8' }),
  duplicate_column: (d) => ({ zh: `列“${d.title}”重复`, en: `the column "${d.title}" appears twice` }),
}

const sheetRefusal = (failure: SheetFailure, format: SheetFormat): Refusal => {
  const plain = malformed(`text/${format}`)
  const reason = reasons[failure.code](failure.details)
  return new Refusal('parse_error', 400, {
    zh: `${plain.wording.zh}：${reason.zh}`,
    en: `${plain.wording.en}: ${reason.en}`,
  })
}
