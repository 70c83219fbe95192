// The file manager: assets on the left, the files of those that are open on the right, one tab each.
import '../../ui/styles/luna.css'
import '../../ui/styles/files.css'
import { useEffect, useRef, useState } from 'react'
import { get } from '../../api/client.ts'
import type { Item } from '../../api/meta.ts'
import { confirm, Empty, IconButton, notify } from '../../ui/index.ts'
import { Accounts } from '../web/accounts-dialog.tsx'
import { AssetsPane, MY_ASSETS, type Target } from '../web/assets-pane.tsx'
import { type Account, accountsOn } from '../web/choose-account.ts'
import { say as terminalWords } from '../web/words.ts'
import { AssetFiles, type Hands, type OpenAsset } from './asset-files.tsx'
import { keepFiles, keptFiles } from './kept.ts'
import { say } from './words.ts'

let count = 0
const newKey = () => `files-${Date.now()}-${++count}`
const CONSOLE = '/ui/'
const RIGHTS = ['upload_file', 'download_file'] as const
const NARROW = '(max-width: 768px)'

export function FilesPage({ loginTo }: { loginTo?: string }) {
  const [tabs, setTabs] = useState<readonly OpenAsset[]>(() =>
    keptFiles().map(({ session, secret, ...rest }) => ({
      ...rest,
      key: newKey(),
      ...(session && secret ? { ticket: { session, secret } } : {}),
    })),
  )
  const [active, setActive] = useState(tabs.at(-1)?.key)
  const [pane, setPane] = useState(() => tabs.length === 0 || !matchMedia(NARROW).matches)
  const [choice, setChoice] = useState<{ target: Target; accounts: readonly Account[] }>()
  const hands = useRef(new Map<string, Hands>())

  useEffect(() => {
    keepFiles(
      tabs.map(({ name, asset, systemUser, path, ticket }) => ({
        name,
        asset,
        systemUser,
        ...(path ? { path } : {}),
        ...ticket,
      })),
    )
  }, [tabs])
  useEffect(() => {
    document.title = tabs.find(({ key }) => key === active)?.name ?? say.title
  }, [tabs, active])
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if ([...hands.current.values()].some(({ busy }) => busy())) event.preventDefault()
    }
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [])

  const add = (target: Target, account: Account) => {
    const opened = {
      key: newKey(),
      name: `${account.username || account.name}@${target.name}`,
      asset: target.id,
      systemUser: account.id,
    }
    setTabs((all) => [...all, opened])
    setActive(opened.key)
    if (matchMedia(NARROW).matches) setPane(false)
  }
  const open = async (target: Target) => {
    try {
      const accounts = await accountsOn(target, { anyOf: RIGHTS, protocols: ['ssh'] })
      if (accounts.length === 1) add(target, accounts[0]!)
      else setChoice({ target, accounts })
    } catch (error) {
      notify.error((error as Error).message)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once.
  useEffect(() => {
    if (!loginTo) return
    // A reload finds what is open; it does not open the asset a second time.
    history.replaceState(null, '', location.pathname)
    get<{ results: Item[] }>(MY_ASSETS, { query: { id: loginTo, limit: 1 }, flash: false })
      .then(({ results: [asset] }) =>
        asset ? open({ id: asset.id, name: asset.hostname }) : notify.error(terminalWords.unknownAsset),
      )
      .catch((error: Error) => notify.error(error.message))
  }, [])

  const close = async ({ key, name }: OpenAsset) => {
    const question = { title: say.close(name), text: say.closeAsked, ok: say.closeDo, danger: true }
    if (hands.current.get(key)?.busy() && !(await confirm(question))) return
    hands.current.get(key)?.end()
    setTabs((all) => {
      const left = all.filter((one) => one.key !== key)
      setActive((now) => (now === key ? left.at(-1)?.key : now))
      return left
    })
  }
  const change = (key: string, by: Partial<OpenAsset>) =>
    setTabs((all) => all.map((one) => (one.key === key ? { ...one, ...by } : one)))

  return (
    <div className="db-luna">
      <header className="db-luna-bar">
        <IconButton
          icon="menu"
          label={pane ? terminalWords.hide : terminalWords.show}
          pressed={pane}
          onClick={() => setPane(!pane)}
        />
        <h1>{say.title}</h1>
        <ul className="db-luna-tabs" aria-label={say.open}>
          {tabs.map((tab) => (
            <li key={tab.key} className="db-luna-tab" data-active={tab.key === active || undefined}>
              <button
                type="button"
                className="db-luna-tab-name"
                aria-current={tab.key === active || undefined}
                onClick={() => {
                  setActive(tab.key)
                  if (matchMedia(NARROW).matches) setPane(false)
                }}
              >
                {tab.name}
              </button>
              <IconButton icon="cross" label={say.close(tab.name)} onClick={() => void close(tab)} />
            </li>
          ))}
        </ul>
        <a className="db-link" href={CONSOLE}>
          {terminalWords.console}
        </a>
      </header>
      <div className="db-luna-body">
        {pane && <AssetsPane onOpen={(target) => void open(target)} />}
        <main className="db-luna-stage">
          {tabs.length === 0 && <Empty icon="folder" title={say.welcome} text={say.welcomeHint} />}
          {tabs.map((tab) => (
            <AssetFiles
              key={tab.key}
              tab={tab}
              shown={tab.key === active}
              onTicket={(ticket) => change(tab.key, { ticket })}
              onPath={(path) => change(tab.key, { path })}
              onReady={(made) => (made ? hands.current.set(tab.key, made) : hands.current.delete(tab.key))}
            />
          ))}
        </main>
      </div>
      <Accounts
        choice={choice}
        none={{ title: say.noAccount, text: say.noAccountHint }}
        onClose={() => setChoice(undefined)}
        onChoose={add}
      />
    </div>
  )
}
