// The web terminal: assets on the left, terminals on the right, several at a time.
import { useEffect, useRef, useState } from 'react'
import { confirm, Empty, IconButton, Select, TextInput } from '../../ui/index.ts'
import { AssetsWindow } from './assets-window.tsx'
import { goalOf, nameOf } from './choose-account.ts'
import { FONT, type ThemeName, themes } from './emulator.ts'
import { keepLook, keepTerminals, keptLook, keptTerminals } from './kept.ts'
import { type Hands, type Opened, TerminalView } from './terminal-view.tsx'
import { newKey, useTabs } from './use-tabs.ts'
import { say } from './words.ts'

const FILES = '/koko/elfinder/sftp/'

export interface LunaPageProps {
  /** What a link of the console leads to; an asset unless `type` says another kind. */
  readonly loginTo?: string
  readonly type?: string
}

export function LunaPage({ loginTo, type }: LunaPageProps) {
  const tabs = useTabs<Opened>(
    () => keptTerminals().map(({ session, secret, ...rest }) => ({ ...rest, ticket: { session, secret } })),
    say.title,
  )
  const [split, setSplit] = useState(false)
  const [look, setLook] = useState(firstLook)
  const isDatabase = type === 'database_app'
  const [unspoken, setUnspoken] = useState(Boolean(loginTo && type && !isDatabase))
  const hands = useRef(new Map<string, Hands>())
  const live = useRef(new Map<string, string>())

  useEffect(() => {
    keepTerminals(
      tabs.all.flatMap(({ name, goal, files, ticket }) =>
        ticket ? [{ name, goal, ...(files ? { files } : {}), ...ticket }] : [],
      ),
    )
  }, [tabs.all])
  useEffect(() => keepLook(look), [look])

  const close = async ({ key, name }: Opened) => {
    const running = ['live', 'away', 'login', 'connecting'].includes(live.current.get(key) ?? '')
    const question = { title: say.closeTitle, text: say.closeAsked(name), ok: say.end, danger: true }
    if (running && !(await confirm(question))) return
    hands.current.get(key)?.end()
    tabs.drop(key)
  }
  const shown = tabs.all.find(({ key }) => key === tabs.active)
  return (
    <AssetsWindow
      title={say.title}
      tabs={tabs}
      tabsLabel={say.sessions}
      first={loginTo && !unspoken ? { id: loginTo, isDatabase } : undefined}
      databases
      none={{ title: say.noAccount, text: say.noAccountHint }}
      split={split}
      tools={
        tabs.all.length > 0 && (
          <Tools
            look={look}
            onLook={setLook}
            onFind={(text) => (shown ? (hands.current.get(shown.key)?.find(text) ?? false) : false)}
            split={split}
            onSplit={tabs.all.length > 1 ? setSplit : undefined}
            files={shown?.files ? shown.goal.asset : undefined}
          />
        )
      }
      onOpen={(target, account) => {
        setUnspoken(false)
        tabs.add({
          name: nameOf(target, account),
          goal: goalOf(target, account),
          files:
            account.protocol === 'ssh' &&
            account.actions?.some((one) => one === 'upload_file' || one === 'download_file'),
        })
      }}
      onClose={(terminal) => void close(terminal)}
    >
      {tabs.all.length === 0 &&
        (unspoken ? (
          <Empty icon="warning" title={say.unspoken} text={say.noAccountHint} />
        ) : (
          <Empty icon="terminal" title={say.welcome} text={say.welcomeHint} />
        ))}
      {tabs.all.map((terminal) => (
        <TerminalView
          key={terminal.key}
          terminal={terminal}
          shown={split || terminal.key === tabs.active}
          {...look}
          onTicket={(ticket) => tabs.change(terminal.key, { ticket })}
          onState={(at) => {
            live.current.set(terminal.key, at)
            // What has ended is not to be found again.
            if (at === 'closed') tabs.change(terminal.key, { ticket: undefined })
          }}
          onReady={(made) => (made ? hands.current.set(terminal.key, made) : hands.current.delete(terminal.key))}
          onAgain={() => tabs.change(terminal.key, { key: newKey(), ticket: undefined })}
        />
      ))}
    </AssetsWindow>
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
