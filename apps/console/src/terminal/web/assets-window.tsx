// A window with the assets on the left and what is open of them on the right, in tabs.
import '../../ui/styles/luna.css'
import { type ReactNode, useEffect, useState } from 'react'
import { get } from '../../api/client.ts'
import type { Item } from '../../api/meta.ts'
import { IconButton, notify } from '../../ui/index.ts'
import { Accounts } from './accounts-dialog.tsx'
import { AssetsPane, MY_APPLICATIONS, MY_ASSETS, type Target } from './assets-pane.tsx'
import { type Account, accountsOn, type Wanted } from './choose-account.ts'
import type { Tabs } from './use-tabs.ts'
import { say } from './words.ts'

const CONSOLE = '/ui/'
const NARROW = '(max-width: 768px)'

interface Tab {
  readonly key: string
  readonly name: string
}

export interface AssetsWindowProps<One extends Tab> {
  readonly title: string
  readonly tabs: Tabs<One>
  readonly tabsLabel: string
  /** What the address asks for at the start. */
  readonly first?: { readonly id: string; readonly isDatabase?: boolean }
  /** Databases stand beside the assets. */
  readonly databases?: boolean
  /** Accounts that are good for this window. */
  readonly accounts?: Wanted
  /** What is said where there is none. */
  readonly none: { readonly title: string; readonly text: string }
  readonly tools?: ReactNode
  readonly split?: boolean
  onOpen(target: Target, account: Account): void
  onClose(tab: One): void
  readonly children: ReactNode
}

export function AssetsWindow<One extends Tab>(props: AssetsWindowProps<One>) {
  const { tabs, first, onOpen } = props
  const [pane, setPane] = useState(() => tabs.all.length === 0 || !matchMedia(NARROW).matches)
  const [choice, setChoice] = useState<{ target: Target; accounts: readonly Account[] }>()
  const makeRoom = () => matchMedia(NARROW).matches && setPane(false)
  const choose = (target: Target, account: Account) => {
    onOpen(target, account)
    makeRoom()
  }
  const open = async (target: Target) => {
    try {
      const accounts = await accountsOn(target, props.accounts)
      if (accounts.length === 1) choose(target, accounts[0]!)
      else setChoice({ target, accounts })
    } catch (error) {
      notify.error((error as Error).message)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once.
  useEffect(() => {
    // A reload finds what is open; it does not open the asset a second time.
    history.replaceState(null, '', location.pathname)
    if (!first) return
    targetOf(first).then(
      (target) => (target ? open(target) : notify.error(first.isDatabase ? say.unknownDatabase : say.unknownAsset)),
      (error: Error) => notify.error(error.message),
    )
  }, [])
  return (
    <div className="db-luna">
      <header className="db-luna-bar">
        <IconButton icon="menu" label={pane ? say.hide : say.show} pressed={pane} onClick={() => setPane(!pane)} />
        <h1>{props.title}</h1>
        <ul className="db-luna-tabs" aria-label={props.tabsLabel}>
          {tabs.all.map((tab) => (
            <li key={tab.key} className="db-luna-tab" data-active={tab.key === tabs.active || undefined}>
              <button
                type="button"
                className="db-luna-tab-name"
                aria-current={tab.key === tabs.active || undefined}
                onClick={() => {
                  tabs.show(tab.key)
                  makeRoom()
                }}
              >
                {tab.name}
              </button>
              <IconButton icon="cross" label={say.close(tab.name)} onClick={() => props.onClose(tab)} />
            </li>
          ))}
        </ul>
        {props.tools}
        <a className="db-link" href={CONSOLE}>
          {say.console}
        </a>
      </header>
      <div className="db-luna-body">
        {pane && <AssetsPane databases={props.databases} onOpen={(target) => void open(target)} />}
        <main className="db-luna-stage" data-split={props.split || undefined}>
          {props.children}
        </main>
      </div>
      <Accounts choice={choice} none={props.none} onClose={() => setChoice(undefined)} onChoose={choose} />
    </div>
  )
}

const targetOf = async ({ id, isDatabase }: { id: string; isDatabase?: boolean }): Promise<Target | undefined> => {
  const { results } = await get<{ results: Item[] }>(isDatabase ? MY_APPLICATIONS : MY_ASSETS, {
    query: { id, limit: 1 },
    flash: false,
  })
  const [found] = results
  if (!found) return undefined
  return isDatabase ? { id, name: found.name, database: found.type } : { id, name: found.hostname }
}
