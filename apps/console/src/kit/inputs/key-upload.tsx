// A key from a file: its text becomes the value. The file itself goes nowhere.
import { useState } from 'react'
import { FileInput } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import type { InputProps } from '../spec.ts'
import { words } from './words.ts'

const LARGEST = 64 * 1024

export function KeyUpload({ id, value, onChange, onBlur, disabled, invalid, describedBy }: InputProps) {
  useLanguage()
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()

  const read = async (chosen: File | undefined) => {
    const text = chosen && chosen.size <= LARGEST ? await chosen.text() : undefined
    const bad = chosen && (text === undefined ? words.keyTooBig : isText(text) ? undefined : words.badKeyFile)
    setProblem(bad)
    setFile(bad ? undefined : chosen)
    onChange(bad ? '' : (text ?? ''))
    onBlur?.()
  }

  return (
    <div>
      <FileInput
        id={id}
        // A form that was reset has no value; then there is no file either.
        value={value ? file : undefined}
        onChange={(chosen) => void read(chosen)}
        disabled={disabled}
        invalid={invalid || problem !== undefined}
        describedBy={problem ? `${id}-file-problem` : describedBy}
      />
      <div className="db-field-error" id={`${id}-file-problem`} role="alert">
        {problem}
      </div>
    </div>
  )
}

const isText = (text: string): boolean => text.trim() !== '' && !text.includes('\u0000') && !text.includes('\uFFFD')
