// How an asset is spoken to: rows of a protocol and its port, each protocol once.
import { RowsInput } from '../../kit/index.ts'
import type { InputProps } from '../../kit/spec.ts'
import { Select, TextInput } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { DEFAULT_PORTS, firstFree, partsOf, protocolOf } from './protocols.ts'
import { say } from './words.ts'

const ALL = Object.keys(DEFAULT_PORTS)

export function ProtocolsInput({ id, value, onChange, onBlur, disabled, invalid, describedBy }: InputProps) {
  useLanguage()
  const rows: readonly string[] = value ?? []
  const used = rows.map((row) => partsOf(row).protocol)
  return (
    <RowsInput<string>
      id={id}
      value={rows}
      blank={protocolOf(firstFree(used))}
      most={ALL.length}
      onChange={onChange}
      disabled={disabled}
      row={(row, at) => {
        const { protocol, port } = partsOf(row)
        const free = ALL.filter((one) => one === protocol || !used.includes(one))
        return (
          <>
            <Select
              id={at.id}
              label={`${say.protocol} ${at.index + 1}`}
              value={protocol}
              options={free.map((one) => ({ value: one, label: one }))}
              onChange={(next) => at.change(protocolOf(next))}
              disabled={disabled}
              invalid={invalid}
              describedBy={describedBy}
            />
            <TextInput
              id={`${at.id}-port`}
              aria-label={`${say.port} ${at.index + 1}`}
              inputMode="numeric"
              value={port}
              onChange={(next) => at.change(`${protocol}/${next.trim()}`)}
              onBlur={onBlur}
              disabled={disabled}
              invalid={invalid}
            />
          </>
        )
      }}
    />
  )
}
