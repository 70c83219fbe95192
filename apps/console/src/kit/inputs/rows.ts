// Repeated rows of a form field. There is always one: the last cannot be taken away.
export const canRemoveRow = (rows: readonly unknown[]): boolean => rows.length > 1

export const withoutRow = <Row>(rows: readonly Row[], at: number): readonly Row[] =>
  canRemoveRow(rows) ? rows.filter((_, i) => i !== at) : rows

export const withRow = <Row>(rows: readonly Row[], at: number, row: Row): readonly Row[] =>
  rows.map((one, i) => (i === at ? row : one))

/** At least one row to type into. */
export const atLeastOne = <Row>(rows: readonly Row[] | null | undefined, blank: Row): readonly Row[] =>
  rows && rows.length > 0 ? rows : [blank]
