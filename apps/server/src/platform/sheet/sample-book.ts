// Xlsx files made by hand for the tests, in the shapes other programs write them.
import { type Zippable, zipSync } from 'fflate'

export type BookParts = { sheet: string; texts?: string; styles?: string; workbook?: string; more?: Zippable }

export const sampleBook = ({ sheet, texts = '', styles = '', workbook = '', more = {} }: BookParts): Buffer =>
  Buffer.from(
    zipSync({
      // LibreOffice puts the sheets before what they refer to.
      'xl/worksheets/sheet1.xml': bytes(`<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`),
      'xl/sharedStrings.xml': bytes(`<sst xmlns="${main}">${texts}</sst>`),
      'xl/styles.xml': bytes(`<styleSheet xmlns="${main}">${styles}</styleSheet>`),
      'xl/workbook.xml': bytes(
        `<workbook xmlns="${main}" xmlns:r="${office}">${workbook}<sheets>` +
          `<sheet name="资产" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': bytes(
        relations(
          ['worksheet', 'worksheets/sheet1.xml'],
          ['sharedStrings', '/xl/sharedStrings.xml'],
          ['styles', 'styles.xml'],
        ),
      ),
      '_rels/.rels': bytes(relations(['officeDocument', 'xl/workbook.xml'])),
      ...more,
    }),
  )

export const bytes = (text: string) => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${text}`)

export const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const relations = (...list: [type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
