// The web terminal: assets on the left, terminals on the right, several at a time.
import '../../ui/styles/luna.css'
import { useEffect, useRef, useState } from 'react'
import { get } from '../../api/client.ts'
import type { Item } from '../../api/meta.ts'
import { confirm, Empty, IconButton, notify, Select, TextInput } from '../../ui/index.ts'
import { Accounts } from './accounts-dialog.tsx'
import { AssetsPane, MY_APPLICATIONS, MY_ASSETS, type Target } from './assets-pane.tsx'
import { type Account, accountsOn, goalOf } from './choose-account.ts'
import { FONT, type ThemeName, themes } from './emulator.ts'
import { keepLook, keepTerminals, keptLook, keptTerminals } from './kept.ts'
import { type Hands, type Opened, TerminalView } from './terminal-view.tsx'
import { say } from './words.ts'

let count = 0
const newKey = () => `terminal-${Date.now()}-${++count}`
const CONSOLE = '/ui/'
const FILES = '/koko/elfinder/sftp/'

export interface LunaPageProps {
  /** What a link of the console leads to; an asset unless `type` says another kind. */
  readonly loginTo?: string
  readonly type?: string
}

export function LunaPage({ loginTo, type }: LunaPageProps) {
  const [terminals, setTerminals] = useState<readonly Opened[]>(() =>
    keptTerminals().map(({ session, secret, ...rest }) => ({ ...rest, key: newKey(), ticket: { session, secret } })),
  )
  const [active, setActive] = useState(terminals.at(-1)?.key)
  const [pane, setPane] = useState(true)
  const [split, setSplit] = useState(false)
  const [choice, setChoice] = useState<{ target: Target; accounts: readonly Account[] }>()
  const [look, setLook] = useState(firstLook)
  const [unspoken, setUnspoken] = useState('')
  const hands = useRef(new Map<string, Hands>())
  const live = useRef(new Map<string, string>())

  useEffect(() => {
    keepTerminals(
      terminals.flatMap(({ name, goal, files, ticket }) =>
        ticket ? [{ name, goal, ...(files ? { files } : {}), ...ticket }] : [],
      ),
    )
  }, [terminals])
  useEffect(() => keepLook(look), [look])
  useEffect(() => {
    document.title = terminals.find(({ key }) => key === active)?.name ?? say.title
  }, [terminals, active])

  const add = (target: Target, account: Account) => {
    const opened = {
      key: newKey(),
      name: `${account.username || account.name}@${target.name}`,
      goal: goalOf(target, account),
      files:
        account.protocol === 'ssh' && account.actions?.some((one) => one === 'upload_file' || one === 'download_file'),
    }
    setTerminals((all) => [...all, opened])
    setActive(opened.key)
    if (matchMedia('(max-width: 768px)').matches) setPane(false)
  }
  const open = async (target: Target) => {
    setUnspoken('')
    try {
      const accounts = await accountsOn(target)
      if (accounts.length === 1) add(target, accounts[0]!)
      else setChoice({ target, accounts })
    } catch (error) {
      notify.error((error as Error).message)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once.
  useEffect(() => {
    if (!loginTo) return
    // A reload finds its terminals; it does not open the asset a second time.
    history.replaceState(null, '', location.pathname)
    const isDatabase = type === 'database_app'
    if (type && !isDatabase) {
      setUnspoken(say.unspoken)
      return
    }
    get<{ results: Item[] }>(isDatabase ? MY_APPLICATIONS : MY_ASSETS, {
      query: { id: loginTo, limit: 1 },
      flash: false,
    })
      .then(({ results: [found] }) => {
        if (!found) notify.error(isDatabase ? say.unknownDatabase : say.unknownAsset)
        else if (isDatabase) void open({ id: found.id, name: found.name, database: found.type })
        else void open({ id: found.id, name: found.hostname })
      })
      .catch((error: Error) => notify.error(error.message))
  }, [])

  const close = async (terminal: Opened) => {
    const running = ['live', 'away', 'login', 'connecting'].includes(live.current.get(terminal.key) ?? '')
    const question = { title: say.closeTitle, text: say.closeAsked(terminal.name), ok: say.end, danger: true }
    if (running && !(await confirm(question))) return
    hands.current.get(terminal.key)?.end()
    setTerminals((all) => {
      const left = all.filter(({ key }) => key !== terminal.key)
      setActive((now) => (now === terminal.key ? left.at(-1)?.key : now))
      return left
    })
  }
  const again = (terminal: Opened) => {
    const anew = { ...terminal, key: newKey(), ticket: undefined }
    setTerminals((all) => all.map((one) => (one.key === terminal.key ? anew : one)))
    setActive(anew.key)
  }
  const change = (key: string, by: Partial<Opened>) =>
    setTerminals((all) => all.map((one) => (one.key === key ? { ...one, ...by } : one)))

  return (
    <div className="db-luna">
      <header className="db-luna-bar">
        <IconButton icon="menu" label={pane ? say.hide : say.show} pressed={pane} onClick={() => setPane(!pane)} />
        <h1>{say.title}</h1>
        <div className="db-luna-tabs" role="tablist" aria-label={say.sessions}>
          {terminals.map((terminal) => (
            <span key={terminal.key} className="db-luna-tab" data-active={terminal.key === active || undefined}>
              <button
                type="button"
                role="tab"
                aria-selected={terminal.key === active}
                onClick={() => setActive(terminal.key)}
              >
                {terminal.name}
              </button>
              <IconButton icon="cross" label={say.close(terminal.name)} onClick={() => void close(terminal)} />
            </span>
          ))}
        </div>
        {terminals.length > 0 && (
          <Tools
            look={look}
            onLook={setLook}
            onFind={(text) => (active ? (hands.current.get(active)?.find(text) ?? false) : false)}
            split={split}
            onSplit={terminals.length > 1 ? setSplit : undefined}
            files={terminals.find(({ key, files }) => key === active && files)?.goal.asset}
          />
        )}
        <a className="db-link" href={CONSOLE}>
          {say.console}
        </a>
      </header>
      <div className="db-luna-body">
        {pane && <AssetsPane databases onOpen={(target) => void open(target)} />}
        <main className="db-luna-stage" data-split={split || undefined}>
          {terminals.length === 0 && unspoken && <Empty icon="warning" title={unspoken} text={say.noAccountHint} />}
          {terminals.length === 0 && !unspoken && <Empty icon="terminal" title={say.welcome} text={say.welcomeHint} />}
          {terminals.map((terminal) => (
            <TerminalView
              key={terminal.key}
              terminal={terminal}
              shown={split || terminal.key === active}
              {...look}
              onTicket={(ticket) => change(terminal.key, { ticket })}
              onState={(at) => {
                live.current.set(terminal.key, at)
                // What has ended is not to be found again.
                if (at === 'closed') change(terminal.key, { ticket: undefined })
              }}
              onReady={(made) => (made ? hands.current.set(terminal.key, made) : hands.current.delete(terminal.key))}
              onAgain={() => again(terminal)}
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

interface Look {
  readonly fontSize: number
  readonly theme: ThemeName
}

const firstLook = (): Look => {
  const { fontSize = FONT.start, theme = '' } = keptLook()
  return {
    fontSize: Math.min(FONT.max, Math.max(FONT.min, Number(fontSize) || FONT.start)),
    theme: theme in themes ? (theme as ThemeName) : 'night',
  }
}

interface ToolsProps {
  readonly look: Look
  onLook(look: Look): void
  onFind(text: string): boolean
  readonly split: boolean
  onSplit?: (split: boolean) => void
  /** The asset whose files may be looked at. */
  readonly files?: string
}

function Tools({ look, onLook, onFind, split, onSplit, files }: ToolsProps) {
  const [text, setText] = useState('')
  const [missed, setMissed] = useState(false)
  const resize = (by: number) =>
    onLook({ ...look, fontSize: Math.min(FONT.max, Math.max(FONT.min, look.fontSize + by)) })
  return (
    <div className="db-luna-tools">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setMissed(!onFind(text))
        }}
      >
        <TextInput
          id="luna-find"
          type="search"
          value={text}
          onChange={(next) => {
            setText(next)
            setMissed(false)
          }}
          aria-label={say.find}
          placeholder={say.find}
          invalid={missed}
          title={missed ? say.notFound : undefined}
        />
      </form>
      <IconButton icon="minus" label={say.smaller} onClick={() => resize(-1)} />
      <IconButton icon="plus" label={say.larger} onClick={() => resize(1)} />
      <Select
        id="luna-theme"
        size="small"
        value={look.theme}
        label={say.theme}
        options={(Object.keys(themes) as ThemeName[]).map((value) => ({ value, label: say[value] }))}
        onChange={(theme) => onLook({ ...look, theme: theme as ThemeName })}
      />
      {files && (
        <IconButton
          icon="folder"
          label={say.files}
          onClick={() => window.open(`${FILES}?login_to=${encodeURIComponent(files)}`, '_blank', 'noopener')}
        />
      )}
      {onSplit && <IconButton icon="columns" label={say.split} pressed={split} onClick={() => onSplit(!split)} />}
    </div>
  )
}
