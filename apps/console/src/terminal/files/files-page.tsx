// The file manager: assets on the left, the files of those that are open on the right, one tab each.
import '../../ui/styles/files.css'
import { useEffect, useRef } from 'react'
import { confirm, Empty } from '../../ui/index.ts'
import { AssetsWindow } from '../web/assets-window.tsx'
import { nameOf } from '../web/choose-account.ts'
import { useTabs } from '../web/use-tabs.ts'
import { AssetFiles, type Hands, type OpenAsset } from './asset-files.tsx'
import { keepFiles, keptFiles } from './kept.ts'
import { say } from './words.ts'

const ACCOUNTS = { anyOf: ['upload_file', 'download_file'], protocols: ['ssh'] } as const

export function FilesPage({ loginTo }: { loginTo?: string }) {
  const tabs = useTabs<OpenAsset>(
    () =>
      keptFiles().map(({ session, secret, ...rest }) => ({
        ...rest,
        ...(session && secret ? { ticket: { session, secret } } : {}),
      })),
    say.title,
  )
  const hands = useRef(new Map<string, Hands>())

  useEffect(() => {
    keepFiles(
      tabs.all.map(({ name, asset, systemUser, path, ticket }) => ({
        name,
        asset,
        systemUser,
        ...(path ? { path } : {}),
        ...ticket,
      })),
    )
  }, [tabs.all])
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if ([...hands.current.values()].some(({ busy }) => busy())) event.preventDefault()
    }
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [])

  const close = async ({ key, name }: OpenAsset) => {
    const question = { title: say.close(name), text: say.closeAsked, ok: say.closeDo, danger: true }
    if (hands.current.get(key)?.busy() && !(await confirm(question))) return
    hands.current.get(key)?.end()
    tabs.drop(key)
  }
  return (
    <AssetsWindow
      title={say.title}
      tabs={tabs}
      tabsLabel={say.open}
      first={loginTo ? { id: loginTo } : undefined}
      accounts={ACCOUNTS}
      none={{ title: say.noAccount, text: say.noAccountHint }}
      onOpen={(target, account) =>
        tabs.add({ name: nameOf(target, account), asset: target.id, systemUser: account.id })
      }
      onClose={(tab) => void close(tab)}
    >
      {tabs.all.length === 0 && <Empty icon="folder" title={say.welcome} text={say.welcomeHint} />}
      {tabs.all.map((tab) => (
        <AssetFiles
          key={tab.key}
          tab={tab}
          shown={tab.key === tabs.active}
          onTicket={(ticket) => tabs.change(tab.key, { ticket })}
          onPath={(path) => tabs.change(tab.key, { path })}
          onReady={(made) => (made ? hands.current.set(tab.key, made) : hands.current.delete(tab.key))}
        />
      ))}
    </AssetsWindow>
  )
}
