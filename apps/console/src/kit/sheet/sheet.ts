// Lists as files: what is asked for an export, a template and an import, and how a refused import reads. Pure.
import type { Query } from '../../api/client.ts'
import { problemText } from '../../api/failure.ts'
import { say } from '../../words/say.ts'
import { IMPORT_FILES, TEMPLATE_ROWS } from '../limits.ts'
import { words } from './words.ts'

export type FileType = 'csv' | 'xlsx'
export const FILE_TYPES: readonly { readonly value: FileType; readonly label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel' },
]

export type Scope = 'all' | 'selected' | 'filtered'

/** The screen's own query says what list it is and always goes along; filters are the user's. */
export const exportQuery = (
  scope: Scope,
  format: FileType,
  { own = {}, filters = {}, order, spm }: { own?: Query; filters?: Query; order?: string; spm?: string } = {},
): Query => ({
  ...own,
  ...(scope === 'filtered' ? filters : {}),
  ...(scope === 'selected' ? { spm } : {}),
  order,
  format,
})

/** What the user most likely wants: what was picked, else what was searched, else everything. */
export const firstScope = ({ selected, filtered }: { selected: number; filtered: boolean }): Scope =>
  selected > 0 ? 'selected' : filtered ? 'filtered' : 'all'

export const MODE = { create: '1', update: '2' } as const
export type Mode = (typeof MODE)[keyof typeof MODE]

const METHODS = { [MODE.create]: 'POST', [MODE.update]: 'PUT' } as const
const TEMPLATES = { [MODE.create]: 'import', [MODE.update]: 'update' } as const
const TYPES: Readonly<Record<FileType, string>> = { csv: 'text/csv', xlsx: 'text/xlsx' }

export const importRequest = (mode: Mode, type: FileType): { method: 'POST' | 'PUT'; type: string } => ({
  method: METHODS[mode],
  type: TYPES[type],
})

export const templateQuery = (mode: Mode, format: FileType, spm?: string): Query => ({
  format,
  template: TEMPLATES[mode],
  limit: TEMPLATE_ROWS,
  spm,
})

/** All selected rows in the form in which they come back changed. */
export const selectedTemplateQuery = (format: FileType, spm: string): Query => ({
  format,
  template: TEMPLATES[MODE.update],
  spm,
})

/** Why these files cannot be imported; undefined when they can. */
export const fileProblem = (
  names: readonly string[],
  type: FileType,
  { csvOnly = false }: { csvOnly?: boolean } = {},
): string | undefined => {
  if (names.length === 0) return words.noFile
  if (names.length > IMPORT_FILES) return words.oneFile
  const [name = ''] = names
  if (csvOnly) return name.toLowerCase().endsWith('.csv') ? undefined : say.onlyCsv
  return name.toLowerCase().endsWith(`.${type}`) ? undefined : say.needSpecifiedFile
}

/** Line 1 of a file holds its headings, so the first row stands in line 2. */
const FIRST_LINE = 2

/** `line N. field: message` for each problem; lines without one are left out. */
export const lineProblems = (body: unknown): string[] =>
  Array.isArray(body)
    ? body.flatMap((entry, index) => problemsOf(entry).map((text) => words.line(index + FIRST_LINE, text)))
    : []

const problemsOf = (entry: unknown): string[] => {
  if (entry === null || entry === undefined || entry === '') return []
  if (Array.isArray(entry)) return entry.flatMap(problemsOf)
  if (typeof entry !== 'object') return [String(entry)]
  return Object.entries(entry).map(([field, message]) => `${field}: ${problemText(message)}`)
}
