export type SheetFailureCode = 'empty' | 'malformed' | 'too_many_rows' | 'too_large' | 'encoding' | 'duplicate_column'

export type SheetFailureDetails = {
  // The row as a spreadsheet program numbers it; the header is line 1.
  line?: number
  // The column as a spreadsheet program numbers it, from 1.
  column?: number
  title?: string
  limit?: number
  what?: 'bytes' | 'cells' | 'columns'
  reason?: string
}

export class SheetFailure extends Error {
  override readonly name = 'SheetFailure'
  readonly code: SheetFailureCode
  readonly details: SheetFailureDetails

  constructor(code: SheetFailureCode, details: SheetFailureDetails = {}) {
    super(`sheet ${code} ${JSON.stringify(details)}`)
    this.code = code
    this.details = details
  }
}

export const malformed = (details: SheetFailureDetails) => new SheetFailure('malformed', details)

export const tooLarge = (what: 'bytes' | 'cells' | 'columns', limit: number, line?: number) =>
  new SheetFailure('too_large', { what, limit, line })
