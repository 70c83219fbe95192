// What lies over the frame: one at a time.
import { useMemo, useState } from 'react'

export type Panel = 'palette' | 'keys' | 'shortcuts'

export interface Panels {
  readonly open: Panel | undefined
  show(panel: Panel): void
  close(): void
}

export const usePanels = (): Panels => {
  const [open, setOpen] = useState<Panel>()
  return useMemo(() => ({ open, show: setOpen, close: () => setOpen(undefined) }), [open])
}
