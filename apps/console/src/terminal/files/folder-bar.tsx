// Above a folder: the way to it, what may be made in it, and what may be done to what is chosen. What the grant does not allow is not there.
import type { FileEntry } from '@drawbridge/wire'
import { type DragEvent, useId } from 'react'
import { Button, Dropdown, IconButton, TextInput } from '../../ui/index.ts'
import { DRAGGED } from './file-grid.tsx'
import type { Rights } from './link.ts'
import type { Shown } from './listing.ts'
import { above, crumbsOf } from './paths.ts'
import { needsArchive } from './use-deeds.ts'
import { say } from './words.ts'

export interface FolderBarProps {
  readonly path: string
  readonly root: string
  readonly rights: Rights
  readonly shown: Shown
  readonly chosen: readonly FileEntry[]
  readonly paste?: { readonly count: number; run(): void }
  onShown(shown: Shown): void
  onGo(path: string): void
  onRefresh(): void
  onUpload(): void
  onNewFolder(): void
  onDownload(): void
  onRemove(): void
  onCut(): void
  onClear(): void
  onMove(to: string): void
}

export function FolderBar(props: FolderBarProps) {
  const { path, root, rights, shown, chosen, paste } = props
  const id = useId()
  const parent = above(path, root)
  const crumbs = crumbsOf(path, root)
  const canDownload = rights.download && chosen.every(({ leads }) => leads !== 'nowhere')
  return (
    <div className="db-files-bar">
      <div className="db-files-way">
        <IconButton icon="chevron-up" label={say.up} disabled={!parent} onClick={() => parent && props.onGo(parent)} />
        <nav aria-label={say.path}>
          <ol>
            {crumbs.map((crumb, index) => (
              <li key={crumb.path}>
                <button
                  type="button"
                  className="db-files-crumb"
                  aria-current={index === crumbs.length - 1 ? 'location' : undefined}
                  title={crumb.path}
                  onClick={() => props.onGo(crumb.path)}
                  onDragOver={(event) => takes(event, rights, crumb.path !== path)}
                  onDrop={(event) => {
                    if (takes(event, rights, crumb.path !== path)) props.onMove(crumb.path)
                  }}
                >
                  {crumb.name}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        <IconButton icon="refresh" label={say.refresh} onClick={props.onRefresh} />
      </div>
      <div className="db-files-tools">
        {chosen.length > 0 ? (
          <>
            {canDownload && (
              <Button icon="download" onClick={props.onDownload}>
                {needsArchive(chosen) ? say.downloadZip : say.download}
              </Button>
            )}
            {rights.upload && (
              <Button icon="cut" onClick={props.onCut}>
                {say.cutDo}
              </Button>
            )}
            {rights.upload && (
              <Button icon="trash" onClick={props.onRemove}>
                {say.remove}
              </Button>
            )}
            <Button kind="quiet" icon="cross" onClick={props.onClear}>
              {say.clear}
            </Button>
          </>
        ) : (
          rights.upload && (
            <>
              <Button kind="primary" icon="upload" onClick={props.onUpload}>
                {say.upload}
              </Button>
              <Button icon="plus" onClick={props.onNewFolder}>
                {say.newFolder}
              </Button>
            </>
          )
        )}
        {paste && (
          <Button icon="check" onClick={paste.run}>
            {say.paste(paste.count)}
          </Button>
        )}
        <span className="db-spring" />
        <TextInput
          id={`${id}-filter`}
          type="search"
          className="db-files-filter"
          value={shown.filter}
          onChange={(filter) => props.onShown({ ...shown, filter })}
          aria-label={say.filter}
          placeholder={say.filter}
        />
        {/* Where there is no room for the columns that are clicked elsewhere. */}
        <Dropdown
          className="db-files-sort"
          icon="filter"
          label={say.sort}
          align="end"
          items={(['name', 'size', 'mtime'] as const).map((by) => ({
            key: by,
            text: { name: say.name, size: say.size, mtime: say.modified }[by],
            checked: shown.by === by,
            hint: shown.by === by ? (shown.down ? '↓' : '↑') : undefined,
            onSelect: () => props.onShown({ ...shown, by, down: shown.by === by ? !shown.down : by !== 'name' }),
          }))}
        />
        <IconButton
          icon={shown.hidden ? 'eye' : 'eye-off'}
          label={say.hidden}
          pressed={shown.hidden}
          onClick={() => props.onShown({ ...shown, hidden: !shown.hidden })}
        />
      </div>
    </div>
  )
}

const takes = (event: DragEvent, { upload }: Rights, elsewhere: boolean): boolean => {
  const yes = upload && elsewhere && event.dataTransfer.types.includes(DRAGGED)
  if (yes) event.preventDefault()
  return yes
}
