// Asks the server to knock at a gateway.
import { type FormEvent, useId, useState } from 'react'
import { post } from '../../api/client.ts'
import { fieldProblems } from '../../api/failure.ts'
import { portProblem, tellFailure } from '../../kit/index.ts'
import type { Item } from '../../kit/spec.ts'
import { Dialog, DialogActions, Field, notify, TextInput } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { GATEWAYS } from './places.ts'
import { say } from './words.ts'

export function GatewayTest({ gateway, onClose }: { gateway: Item; onClose(): void }) {
  const id = useId()
  const [port, setPort] = useState(String(gateway.port ?? ''))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const test = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = port.trim() === '' ? common.portError : portProblem(port.trim())
    if (wrong) return setProblem(wrong)
    setBusy(true)
    try {
      await post(`${GATEWAYS}${gateway.id}/test-connective/`, { port: Number(port) }, { flash: false })
      notify.success(say.testSuccess)
      onClose()
    } catch (error) {
      // It stays open: another port may be the right one.
      setProblem(fieldProblems(error).port)
      tellFailure(say.testFailed, error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={`${say.testGateway}: ${gateway.name}`}
      width="small"
      busy={busy}
      onClose={onClose}
      footer={<DialogActions form={`${id}-form`} busy={busy} onCancel={onClose} />}
    >
      <form id={`${id}-form`} noValidate onSubmit={(event) => void test(event)}>
        <Field id={`${id}-port`} label={say.sshPort} required help={say.testGatewayHelp} error={problem}>
          <TextInput
            id={`${id}-port`}
            inputMode="numeric"
            value={port}
            onChange={(next) => {
              setPort(next)
              setProblem(undefined)
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
