import { type Common, type Field, field, type Maybe, refuse, type StoredBy } from '../field.ts'
import { type Label, label } from '../label.ts'
import { readStamp, showStamp } from '../time.ts'
import { words } from '../words.ts'

export interface StampOptions extends Common<Date | null> {
  readonly auto?: 'created' | 'updated'
}

/** A moment. Stored as it is, shown in the reader's time zone. */
export const stamp = <const O extends StampOptions = {}>(
  label: Label,
  options: O = {} as O,
): Field<Maybe<Date, O>, StoredBy<O>> =>
  field(
    'stamp',
    'datetime',
    label,
    options as Common<any>,
    {
      column: 'timestamptz',
      auto: options.auto,
      parse: (raw: unknown, reader: { zone: string }) => readStamp(raw, reader.zone) ?? refuse(words.stamp),
      show: (value: Date | null, reader: { zone: string }) => (value ? showStamp(value, reader.zone) : null),
    } as any,
  )

export const dateCreated = () =>
  stamp(label('创建日期', 'Date created'), { auto: 'created', readOnly: true, order: true })

export const dateUpdated = () => stamp(label('更新日期', 'Date updated'), { auto: 'updated', readOnly: true })
