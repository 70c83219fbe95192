// One folder: where it is, what is in it, and what may be done to it.
import type { FileEntry } from '@drawbridge/wire'
import { type DragEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Bar, Button, Empty, type IconName, type MenuItem, notify, Skeleton } from '../../ui/index.ts'
import { readDropped } from './dropped.ts'
import { EditDialog } from './edit-dialog.tsx'
import { DRAGGED, FileGrid } from './file-grid.tsx'
import { FolderBar } from './folder-bar.tsx'
import type { FilesLink, Rights } from './link.ts'
import { isFile, isFolder, listed, type Shown } from './listing.ts'
import { ModeDialog } from './mode-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { above, folderOf, nameOf, within } from './paths.ts'
import type { Wanted } from './uploads.ts'
import { needsArchive, useDeeds } from './use-deeds.ts'
import { useFolder } from './use-folder.ts'
import { say } from './words.ts'

export interface FolderViewProps {
  readonly link: FilesLink
  readonly live: boolean
  readonly root: string
  readonly rights: Rights
  readonly start?: string
  /** Changes when the line came back or files arrived. */
  readonly anew: string
  onPath(path: string): void
  onUpload(wanted: readonly Wanted[]): void
}

type Asked =
  | { readonly what: 'folder' }
  | { readonly what: 'rename' | 'mode' | 'edit'; readonly entry: FileEntry; readonly path: string }

const NONE: ReadonlySet<string> = new Set()

export function FolderView({ link, live, root, rights, start, anew, ...props }: FolderViewProps) {
  const first = start && (start === root || root === '/' || start.startsWith(`${root}/`)) ? start : root
  const folder = useFolder(link, first, anew)
  const { path, entries } = folder
  const [shown, setShown] = useState<Shown>({ by: 'name', down: false, hidden: false, filter: '' })
  const [selected, setSelected] = useState(NONE)
  const [cut, setCut] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Asked>()
  const [over, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const deeds = useDeeds(link, folder)
  const { onPath } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the folder changes, whoever hears it.
  useEffect(() => onPath(path), [path])

  const rows = useMemo(() => listed(entries, shown), [entries, shown])
  const chosen = useMemo(() => rows.filter(({ name }) => selected.has(name)), [rows, selected])
  const cutHere = useMemo(() => new Set(cut.filter((one) => folderOf(one) === path).map(nameOf)), [cut, path])
  const go = (to: string) => {
    setSelected(NONE)
    setShown((now) => ({ ...now, filter: '' }))
    if (to === path) folder.refresh()
    else folder.go(to)
  }
  const canOpen = (entry: FileEntry) => isFolder(entry) || (isFile(entry) && rights.download)
  const open = (entry: FileEntry) => {
    if (isFolder(entry)) go(within(path, entry.name))
    else if (canOpen(entry)) setAsked({ what: 'edit', entry, path: within(path, entry.name) })
  }
  const upload = (wanted: readonly Wanted[]) => {
    if (rights.upload && wanted.length > 0) props.onUpload(wanted)
  }
  const drop = async (event: DragEvent) => {
    setOver(false)
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    if (!rights.upload) return
    const dropped = await readDropped(event.dataTransfer)
    for (const one of dropped.folders)
      await link.ask({ deed: 'mkdir', path: within(path, one) }).catch((error: { fault?: string; message: string }) => {
        if (error.fault !== 'exists') notify.error(error.message)
      })
    if (dropped.folders.length > 0) folder.refresh()
    upload(dropped.files.map(({ file, path: name }) => ({ file, path: within(path, name) })))
  }
  const move = (to: string, paths = chosen.map(({ name }) => within(path, name))) => {
    setSelected(NONE)
    setCut([])
    void deeds.move(paths, to)
  }
  const paste = cut.length > 0 && rights.upload && cutHere.size === 0 ? () => move(path, [...cut]) : undefined

  const onKey = (event: KeyboardEvent): boolean => {
    const [one] = chosen
    const control = event.ctrlKey || event.metaKey
    const parent = above(path, root)
    if (event.key === 'Backspace' && parent) go(parent)
    else if (event.key === 'Delete' && rights.upload && one) void deeds.remove(chosen)
    else if (event.key === 'F2' && rights.upload && chosen.length === 1 && one)
      setAsked({ what: 'rename', entry: one, path: within(path, one.name) })
    else if (control && event.key === 'x' && rights.upload && one) setCut(chosen.map(({ name }) => within(path, name)))
    else if (control && event.key === 'v' && paste) paste()
    else return false
    return true
  }

  const menuOf = (entry: FileEntry): readonly MenuItem[] => {
    // What is done to a row that is among the chosen is done to all of them.
    const all = selected.has(entry.name) && chosen.length > 1 ? chosen : [entry]
    const single = all.length === 1
    const at = within(path, entry.name)
    const ask = (what: 'rename' | 'mode' | 'edit') => () => setAsked({ what, entry, path: at })
    const make = (key: string, text: string, icon: IconName, onSelect: () => void): MenuItem => ({
      key,
      text,
      icon,
      onSelect,
    })
    return [
      ...(single && isFolder(entry) ? [make('open', say.openFolder, 'folder', () => go(at))] : []),
      ...(single && isFile(entry) && rights.download
        ? [make('edit', rights.upload ? say.edit : say.view, rights.upload ? 'edit' : 'eye', ask('edit'))]
        : []),
      ...(rights.download && all.every((one) => one.leads !== 'nowhere')
        ? [make('download', needsArchive(all) ? say.downloadZip : say.download, 'download', () => deeds.download(all))]
        : []),
      make('path', say.copyPath, 'copy', () => void deeds.copyPath(all)),
      ...(rights.upload
        ? [
            'line' as const,
            ...(single ? [make('rename', say.rename, 'edit', ask('rename'))] : []),
            make('cut', say.cutDo, 'cut', () => setCut(all.map(({ name }) => within(path, name)))),
            ...(single && entry.leads !== 'nowhere' ? [make('mode', say.permissions, 'lock', ask('mode'))] : []),
            'line' as const,
            {
              key: 'remove',
              text: say.remove,
              icon: 'trash' as const,
              danger: true,
              onSelect: () => void deeds.remove(all),
            },
          ]
        : []),
    ]
  }

  const done = (name?: string) => {
    setAsked(undefined)
    if (name) setSelected(new Set([name]))
    folder.refresh()
  }
  const dragged = (event: DragEvent) =>
    rights.upload && event.dataTransfer.types.includes('Files') && !event.dataTransfer.types.includes(DRAGGED)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped anywhere; the button does the same.
    <div
      className="db-files-folder"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(dragged(event))
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => void drop(event)}
    >
      <FolderBar
        path={path}
        root={root}
        rights={rights}
        shown={shown}
        chosen={chosen}
        paste={paste && { count: cut.length, run: paste }}
        onShown={setShown}
        onGo={go}
        onRefresh={folder.refresh}
        onUpload={() => chooser.current?.click()}
        onNewFolder={() => setAsked({ what: 'folder' })}
        onDownload={() => void deeds.download(chosen)}
        onRemove={() => void deeds.remove(chosen)}
        onCut={() => setCut(chosen.map(({ name }) => within(path, name)))}
        onClear={() => setSelected(NONE)}
        onMove={move}
      />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          upload([...(target.files ?? [])].map((file) => ({ file, path: within(path, file.name) })))
          target.value = ''
        }}
      />
      <Bar busy={folder.loading} />
      {folder.error ? (
        <div role="alert">
          <Empty
            icon="warning"
            title={say.failed}
            text={folder.error}
            action={
              <>
                <Button icon="refresh" onClick={folder.refresh}>
                  {say.retry}
                </Button>{' '}
                {path !== root && <Button onClick={() => go(root)}>{say.toRoot}</Button>}
              </>
            }
          />
        </div>
      ) : folder.loading && entries.length === 0 ? (
        <Skeleton rows={8} shape="rows" />
      ) : (
        <>
          {folder.cut && <p className="db-files-note">{say.cutList(entries.length)}</p>}
          <FileGrid
            rows={rows}
            label={path}
            order={shown}
            onOrder={(order) => setShown({ ...shown, ...order })}
            selected={selected}
            onSelect={setSelected}
            cut={cutHere}
            canOpen={canOpen}
            onOpen={open}
            menuOf={menuOf}
            onKey={onKey}
            canMove={rights.upload}
            onMove={(into) => move(within(path, into.name))}
          />
          {rows.length === 0 && (
            <Empty
              title={shown.filter ? say.nothing : entries.length > 0 ? say.onlyHidden : say.empty}
              text={rights.upload && !shown.filter ? say.emptyHint : undefined}
            />
          )}
        </>
      )}
      <p className="db-files-count" role="status">
        {deeds.removing ? (
          <>
            <span className="db-spinner" /> {say.removing(deeds.removing.done)}{' '}
            <Button size="small" onClick={deeds.removing.stop}>
              {say.stop}
            </Button>
          </>
        ) : folder.error || folder.loading ? (
          ''
        ) : chosen.length > 0 ? (
          say.selected(chosen.length)
        ) : (
          say.items(rows.length)
        )}
      </p>
      {over && (
        <div className="db-files-drop" aria-hidden="true">
          {say.drop}
        </div>
      )}
      {asked?.what === 'folder' && (
        <NameDialog
          title={say.newFolder}
          label={say.folderName}
          ok={say.create}
          work={(name) => link.ask({ deed: 'mkdir', path: within(path, name) })}
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
      {asked?.what === 'rename' && (
        <NameDialog
          title={say.rename}
          label={say.newName}
          ok={say.rename}
          given={asked.entry.name}
          work={(name) => link.ask({ deed: 'rename', from: asked.path, to: within(path, name) })}
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
      {asked?.what === 'mode' && (
        <ModeDialog
          name={asked.entry.name}
          given={asked.entry.mode}
          work={(mode) => link.ask({ deed: 'chmod', path: asked.path, mode })}
          onClose={() => setAsked(undefined)}
          onDone={() => done()}
        />
      )}
      {asked?.what === 'edit' && (
        <EditDialog
          link={link}
          live={live}
          path={asked.path}
          canSave={rights.upload}
          onDownload={() => void deeds.download([asked.entry])}
          onSaved={folder.refresh}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
