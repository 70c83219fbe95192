// One question at a time, asked from anywhere: `if (await confirm({ text })) …`
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { Icon } from './icon.tsx'
import { useWords } from './words.ts'

export interface Question {
  title?: string
  text: ReactNode
  danger?: boolean
  /** Words of the confirming button. */
  ok?: string
  /** `false`: there is nothing to refuse. */
  cancel?: string | false
  /** Runs before the dialog closes; when it fails the dialog stays open. Its failure is told by who made it. */
  work?: () => Promise<unknown>
}

interface Asked extends Question {
  id: number
  answer(yes: boolean): void
}

let asked: readonly Asked[] = []
let count = 0
const listeners = new Set<() => void>()
const set = (next: readonly Asked[]) => {
  asked = next
  for (const listener of listeners) listener()
}

export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    const id = ++count
    const answer = (yes: boolean) => {
      set(asked.filter((one) => one.id !== id))
      resolve(yes)
    }
    set([...asked, { ...question, id, answer }])
  })

/** Stands once in the console and shows what `confirm` asks. */
export function DialogHost() {
  const first = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked[0],
  )
  return first ? <QuestionDialog key={first.id} question={first} /> : null
}

function QuestionDialog({ question }: { question: Asked }) {
  const words = useWords()
  const [busy, setBusy] = useState(false)

  const agree = async () => {
    if (!question.work) return question.answer(true)
    setBusy(true)
    try {
      await question.work()
      question.answer(true)
    } catch {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      width="small"
      title={question.title ?? words.info}
      busy={busy}
      onClose={() => question.answer(false)}
      footer={
        <DialogActions
          onCancel={question.cancel === false ? undefined : () => question.answer(false)}
          cancel={question.cancel || undefined}
          ok={question.ok}
          danger={question.danger}
          busy={busy}
          onOk={() => void agree()}
        />
      }
    >
      <div className={question.danger ? 'db-question db-question-danger' : 'db-question'}>
        <Icon name={question.danger ? 'warning' : 'help'} />
        <div className="db-question-text">{question.text}</div>
      </div>
    </Dialog>
  )
}
