// Asks before something unsaved is left, inside the console and when the window closes.
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Dialog, DialogActions } from '../ui/index.ts'
import { messages } from '../words/messages.ts'
import { say } from '../words/say.ts'
import { hasUnsaved, leaves } from './leaving.ts'

const words = messages({
  title: { zh: '离开此页', en: 'Leave this page' },
  leave: { zh: '离开', en: 'Leave' },
  stay: { zh: '继续编辑', en: 'Keep editing' },
})

export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && leaves(currentLocation, nextLocation),
  )

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  const stay = () => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title={words.title}
      width="small"
      onClose={stay}
      footer={
        <DialogActions danger ok={words.leave} cancel={words.stay} onCancel={stay} onOk={() => blocker.proceed?.()} />
      }
    >
      <p>{say.leaveDirty}</p>
    </Dialog>
  )
}
