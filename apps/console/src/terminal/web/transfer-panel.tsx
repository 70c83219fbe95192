// What is to be said and done while files go over the terminal.
import { useRef } from 'react'
import { Button } from '../../ui/index.ts'
import type { TransferState } from './file-transfers.ts'
import { say } from './words.ts'

export interface TransferPanelProps {
  readonly state: TransferState
  onFiles(files: readonly File[]): void
  onCancel(): void
}

export function TransferPanel({ state, onFiles, onCancel }: TransferPanelProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="db-luna-over" role="status">
      {state.at === 'choose' ? (
        <>
          <p>{say.rzWaits}</p>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={say.chooseFiles}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              if (files.length > 0) onFiles(files)
            }}
          />
          <Button kind="primary" icon="upload" onClick={() => input.current?.click()}>
            {say.chooseFiles}
          </Button>
        </>
      ) : (
        <>
          <p>{state.direction === 'upload' ? say.sending(state.name) : say.fetching(state.name)}</p>
          <progress aria-label={state.name} {...(state.share === undefined ? {} : { value: state.share })} max={1} />
        </>
      )}
      <Button onClick={onCancel}>{say.cancel}</Button>
    </div>
  )
}
