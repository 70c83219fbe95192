// Keys that work everywhere. All with Ctrl, so that nobody who dictates or types sets them off.
import { useEffect } from 'react'
import { Dialog, Kbd } from '../ui/index.ts'
import type { Panel, Panels } from './panels.ts'
import { toggleSide } from './side-state.ts'
import { words } from './words.ts'

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
const CTRL = isMac ? '⌘' : 'Ctrl'
export const PALETTE_KEYS = `${CTRL} K`

const panelKeys: Readonly<Record<string, Panel>> = { k: 'palette', '/': 'shortcuts' }

export const useShortcuts = (panels: Panels): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return
      const panel = panelKeys[event.key.toLowerCase()]
      if (!panel && event.key.toLowerCase() !== 'b') return
      event.preventDefault()
      if (!panel) return toggleSide()
      if (panels.open === panel) panels.close()
      // A dialog with something typed in it is not to be lost.
      else if (!document.querySelector('dialog[open]')) panels.show(panel)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [panels])
}

export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const rows: readonly (readonly [keys: readonly string[], text: string])[] = [
    [[CTRL, 'K'], words.keyPalette],
    [[CTRL, 'B'], words.keyMenu],
    [[CTRL, '/'], words.keyHelp],
    [['Esc'], words.keyClose],
    [['Tab', 'Delete'], words.keyTab],
    [['↑', '↓', '←', '→'], words.keyTable],
  ]
  return (
    <Dialog open title={words.shortcuts} width="small" onClose={onClose}>
      <dl className="db-keys">
        {rows.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
