import { type DragEvent, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { type ControlProps, useControl } from './field.tsx'
import { Icon } from './icon.tsx'
import { useWords } from './words.ts'

export interface FileInputProps extends ControlProps {
  value: File | null | undefined
  onChange(file: File | undefined): void
  /** As the native attribute: `.csv,.xlsx`. */
  accept?: string
  placeholder?: string
  label?: string
}

export function FileInput({ value, onChange, onBlur, disabled, accept, placeholder, label, ...rest }: FileInputProps) {
  const words = useWords()
  const aria = useControl(rest)
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onChange(file)
  }
  const clear = () => {
    if (input.current) input.current.value = ''
    onChange(undefined)
    input.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input is the first.
    <div
      className={classes('db-file', over && 'db-file-over', disabled && 'db-file-disabled')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className="db-file-pick">
        <input
          {...aria}
          ref={input}
          type="file"
          id={rest.id}
          className="db-file-native"
          accept={accept}
          disabled={disabled}
          aria-label={label}
          onChange={(event) => onChange(event.target.files?.[0])}
          onBlur={() => onBlur?.()}
        />
        <Icon name={value ? 'file' : 'upload'} />
        {value ? (
          <span className="db-file-name">{value.name}</span>
        ) : (
          <span>
            <span className="db-file-link">{placeholder ?? words.selectFile}</span>{' '}
            <span className="db-muted">{words.orDrop}</span>
          </span>
        )}
      </label>
      {value && !disabled && (
        <button type="button" className="db-input-clear" aria-label={words.remove(value.name)} onClick={clear}>
          <Icon name="cross" />
        </button>
      )}
    </div>
  )
}
