// Asks for the second factor before secrets are shown. Brings its own place on the page, so it can be asked from anywhere.
import { type FormEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { post } from '../api/client.ts'
import { changeSession, currentSession } from '../api/session.ts'
import { Dialog, DialogActions, Field, TextInput } from '../ui/index.ts'
import { useLanguage } from '../words/language.ts'
import { messages } from '../words/messages.ts'
import { MFA_LENGTH } from './limits.ts'
import { needsMfa, verifyMfa } from './mfa-rules.ts'

const VERIFY = '/api/v1/authentication/otp/verify/'
const FIELD = 'mfa-code'

const words = messages({
  title: { zh: 'MFA 认证', en: 'MFA Confirm' },
  code: { zh: 'MFA 动态码', en: 'MFA code' },
  why: { zh: '为了安全请输入MFA', en: 'MFA required for security' },
})

/** True once the second factor stands, at once where it stands already or is not asked for. */
export const askMfa = async ({ again = false } = {}): Promise<boolean> => {
  if (!again && !needsMfa(currentSession(), Date.now())) return true
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  try {
    return await new Promise<boolean>((resolve) => root.render(<MfaDialog onDone={resolve} />))
  } finally {
    root.unmount()
    host.remove()
  }
}

function MfaDialog({ onDone }: { onDone(verified: boolean): void }) {
  useLanguage()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const verify = async (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    setBusy(true)
    const wrong = await verifyMfa(code.trim(), {
      send: (code) => post(VERIFY, { code }, { flash: false }),
      remember: () => changeSession({ mfaVerified: Date.now() }),
    })
    if (!wrong) return onDone(true)
    setProblem(wrong)
    setBusy(false)
  }

  return (
    <Dialog
      open
      title={words.title}
      width="small"
      busy={busy}
      onClose={() => onDone(false)}
      footer={<DialogActions busy={busy} onCancel={() => onDone(false)} onOk={() => void verify()} />}
    >
      <form noValidate onSubmit={(event) => void verify(event)}>
        <Field id={FIELD} label={words.code} required help={words.why} error={problem}>
          <TextInput
            id={FIELD}
            value={code}
            onChange={(next) => {
              setCode(next)
              setProblem(undefined)
            }}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={MFA_LENGTH}
            autoFocus
            mono
          />
        </Field>
      </form>
    </Dialog>
  )
}
