// Something narrow beside a table, which can be put away; on a phone it is drawn in from the edge.
import '../../ui/styles/list.css'
import { type ReactNode, useState } from 'react'
import { Button, Drawer, IconButton, MOBILE_QUERY, useMedia } from '../../ui/index.ts'
import { saveHideTree, useTableConfig } from '../list/table-config.ts'
import { useRoom } from '../list/use-room.ts'
import { words } from './words.ts'

export interface PaneParts {
  /** The button that puts it away, for its head. */
  readonly tools: ReactNode
  /** Gives the phone its table back, once something is chosen. */
  close(): void
}

export interface BesidePaneProps {
  readonly label: string
  readonly pane: (parts: PaneParts) => ReactNode
  /** Beside the button that opens it on a phone: what is chosen there. */
  readonly chosen?: ReactNode
  readonly children: ReactNode
}

export function BesidePane({ label, pane, chosen, children }: BesidePaneProps) {
  const narrow = useMedia(MOBILE_QUERY)
  const { hideTree = false } = useTableConfig()
  const room = useRoom<HTMLDivElement>()
  const [drawn, setDrawn] = useState(false)
  const close = () => setDrawn(false)

  if (narrow) {
    return (
      <div ref={room} className="db-beside">
        <div className="db-beside-open">
          <Button icon="folder" onClick={() => setDrawn(true)}>
            {label}
          </Button>
          {chosen}
        </div>
        <Drawer open={drawn} onClose={close} label={label}>
          {pane({ tools: <IconButton icon="cross" label={words.hideTree} onClick={close} />, close })}
        </Drawer>
        <div className="db-beside-table">{children}</div>
      </div>
    )
  }
  return (
    <div ref={room} className={hideTree ? 'db-beside db-beside-alone' : 'db-beside'}>
      {hideTree ? (
        <div className="db-beside-edge">
          <IconButton icon="chevron-right" label={words.showTree} onClick={() => saveHideTree(false)} />
        </div>
      ) : (
        <aside className="db-beside-tree" aria-label={label}>
          {pane({
            tools: <IconButton icon="chevron-left" label={words.hideTree} onClick={() => saveHideTree(true)} />,
            close,
          })}
        </aside>
      )}
      <div className="db-beside-table">{children}</div>
    </div>
  )
}
