// JSON as text; the form reads it when it is sent, and says when it cannot be read.
import { Button, TextArea } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import type { InputProps } from '../spec.ts'
import { words } from './words.ts'

const ROWS = 8

export function JsonInput({ meta: _, ...rest }: InputProps) {
  useLanguage()
  const tidy = tidied(String(rest.value ?? ''))
  return (
    <div className="db-json">
      <TextArea {...rest} rows={ROWS} mono spellCheck={false} />
      {tidy !== undefined && tidy !== rest.value && !rest.disabled && (
        <Button kind="link" size="small" onClick={() => rest.onChange(tidy)}>
          {words.formatJson}
        </Button>
      )}
    </div>
  )
}

const tidied = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}
