// A streaming xlsx writer. The number of sheets is known only at the end, so the workbook is the last part, and the
// content types (the first) name the worksheet as the type of every other xml part.
import { breather } from '../breath.ts'
import { type Cell, safeCell } from './cell.ts'
import { excelText } from './excel-text.ts'
import { ZipWriter } from './zip-writer.ts'

export async function* xlsxBytes(
  header: string[],
  rows: AsyncIterable<Cell[]>,
  rowsPerSheet: number = EXCEL.rowsPerSheet,
): AsyncGenerator<Uint8Array> {
  const archive = new ZipWriter(EXCEL.bytesPerFile)
  try {
    yield* workbookBytes(archive, header, rows, rowsPerSheet)
  } finally {
    archive.abandon()
  }
}

async function* workbookBytes(archive: ZipWriter, header: string[], rows: AsyncIterable<Cell[]>, rowsPerSheet: number) {
  const breathe = breather()
  for (const [name, xml] of Object.entries(parts)) await archive.add(name, xmlDeclaration + xml)
  let sheets = 0
  let line = rowsPerSheet
  let xml = ''

  const nextSheet = async () => {
    if (sheets) await archive.close(xml + sheetEnd)
    sheets++
    line = 1
    archive.open(`xl/worksheets/sheet${sheets}.xml`)
    xml = `${xmlDeclaration}${sheetStart(sheets === 1)}<row r="1">`
    header.forEach((title, column) => {
      xml += cellXml(title, column, line, ' s="1"')
    })
    xml += '</row>'
  }

  for await (const cells of rows) {
    if (line >= rowsPerSheet || archive.partBytes > EXCEL.bytesPerSheet) await nextSheet()
    line++
    xml += `<row r="${line}">`
    for (let column = 0; column < cells.length; column++) {
      xml += cellXml(cells[column]!, column, line)
      // One row may be many megabytes, so the pause is between cells.
      if (xml.length < PIECE) continue
      await archive.write(xml)
      xml = ''
      yield* archive.take()
      await breathe()
    }
    xml += '</row>'
    await breathe()
  }
  if (!sheets) await nextSheet()
  await archive.close(xml + sheetEnd)
  await archive.add('xl/workbook.xml', xmlDeclaration + workbook(sheets))
  await archive.add('xl/_rels/workbook.xml.rels', xmlDeclaration + workbookRelations(sheets))
  archive.end()
  yield* archive.take()
}

const PIECE = 32 * 1024

const EXCEL = {
  rowsPerSheet: 1_048_576,
  // The classic zip format, which every reader knows, counts sizes and offsets in 32 bits.
  bytesPerSheet: 3 * 2 ** 30,
  bytesPerFile: 2 ** 32 - 2 ** 20,
} as const

const cellXml = (cell: Cell, column: number, line: number, style = ''): string => {
  if (cell === null || cell === '') return ''
  const place = `<c r="${letters(column)}${line}"${style}`
  if (typeof cell === 'boolean') return `${place} t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'number' && Number.isFinite(cell)) return `${place}><v>${cell}</v></c>`
  const text = excelText(safeCell(String(cell)))
  return `${place} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts = {
  '[Content_Types].xml':
    `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="${kind}.worksheet+xml"/>` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${packaged}/relationships">` +
    `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
    `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
    `</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>` +
    `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}

const sheetStart = (selected: boolean) =>
  `<worksheet xmlns="${main}"><sheetViews><sheetView${selected ? ' tabSelected="1"' : ''} workbookViewId="0">` +
  `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
const sheetEnd = '</sheetData></worksheet>'

const numbered = (sheets: number, xml: (n: number) => string) =>
  Array.from({ length: sheets }, (_, index) => xml(index + 1)).join('')

const workbook = (sheets: number) =>
  `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
  numbered(sheets, (n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`) +
  `</sheets></workbook>`

const workbookRelations = (sheets: number) =>
  `<Relationships xmlns="${packaged}/relationships">` +
  numbered(
    sheets,
    (n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  ) +
  `<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`
