// Rows of something, added and taken away one by one. The last row stays.
import type { ReactNode } from 'react'
import { Button, IconButton, TextInput } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import type { InputProps } from '../spec.ts'
import { atLeastOne, canRemoveRow, withoutRow, withRow } from './rows.ts'
import { words } from './words.ts'

export interface RowsInputProps<Row> {
  readonly id: string
  readonly value: readonly Row[] | null | undefined
  onChange(rows: Row[]): void
  /** A row nobody has filled in. */
  readonly blank: Row
  row(row: Row, at: { index: number; id: string; label: string; change(row: Row): void }): ReactNode
  readonly disabled?: boolean
  /** No more rows than this. */
  readonly most?: number
}

export function RowsInput<Row>({ id, value, onChange, blank, row, disabled, most }: RowsInputProps<Row>) {
  useLanguage()
  const rows = atLeastOne(value, blank)
  const give = (next: readonly Row[]) => onChange([...next])
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field around it has the label, so no fieldset.
    <div className="db-rows" role="group" aria-labelledby={`${id}-label`}>
      {rows.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own; their place is who they are.
        <div className="db-rows-row" key={index}>
          {row(one, {
            index,
            id: index === 0 ? id : `${id}-${index}`,
            label: words.row(index + 1),
            change: (next) => give(withRow(rows, index, next)),
          })}
          <IconButton
            icon="minus"
            label={canRemoveRow(rows) ? words.removeRow(index + 1) : say.lastRow}
            disabled={disabled || !canRemoveRow(rows)}
            onClick={() => give(withoutRow(rows, index))}
          />
        </div>
      ))}
      <Button
        kind="link"
        size="small"
        icon="plus"
        disabled={disabled || (most !== undefined && rows.length >= most)}
        onClick={() => give([...rows, blank])}
      >
        {words.addRow}
      </Button>
    </div>
  )
}

/** A list of texts. */
export function TextRows({ id, value, onChange, onBlur, disabled, invalid, describedBy }: InputProps) {
  return (
    <RowsInput<string>
      id={id}
      value={value}
      blank=""
      onChange={onChange}
      disabled={disabled}
      row={(text, at) => (
        <TextInput
          id={at.id}
          aria-label={at.label}
          value={text}
          onChange={at.change}
          onBlur={onBlur}
          disabled={disabled}
          invalid={invalid}
          describedBy={describedBy}
        />
      )}
    />
  )
}
