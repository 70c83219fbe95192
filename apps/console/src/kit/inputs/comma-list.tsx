// A list of words as one line of text, parted by commas: quicker to type and to paste than rows.
import { useState } from 'react'
import { TextInput } from '../../ui/index.ts'
import type { InputProps } from '../spec.ts'
import { joinWords, splitWords } from './comma-words.ts'

export function CommaList({ value, onChange, meta: _, ...rest }: InputProps) {
  const words: readonly string[] = Array.isArray(value) ? value : []
  const [typed, setTyped] = useState(() => joinWords(words))
  // What was typed stands while it means the value: a comma at the end is the start of the next word.
  const shown = joinWords(splitWords(typed)) === joinWords(words) ? typed : joinWords(words)
  return (
    <TextInput
      {...rest}
      value={shown}
      autoComplete="off"
      onChange={(text) => {
        setTyped(text)
        onChange(splitWords(text))
      }}
    />
  )
}
