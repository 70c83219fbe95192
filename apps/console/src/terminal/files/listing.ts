// The order in which a folder is shown, and what of it.
import type { FileEntry } from '@drawbridge/wire'

export type SortKey = 'name' | 'size' | 'mtime'

export interface Order {
  readonly by: SortKey
  readonly down: boolean
}

export interface Shown extends Order {
  readonly hidden: boolean
  readonly filter: string
}

export const isFolder = ({ kind, leads }: Pick<FileEntry, 'kind' | 'leads'>): boolean =>
  kind === 'folder' || leads === 'folder'

export const isFile = ({ kind, leads }: Pick<FileEntry, 'kind' | 'leads'>): boolean =>
  kind === 'file' || leads === 'file'

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Folders first; names decide where nothing else does. */
export const listed = (entries: readonly FileEntry[], { by, down, hidden, filter }: Shown): FileEntry[] => {
  const wanted = filter.trim().toLocaleLowerCase()
  const turn = down ? -1 : 1
  return entries
    .filter(({ name }) => (hidden || !name.startsWith('.')) && name.toLocaleLowerCase().includes(wanted))
    .sort((a, b) => {
      const kinds = Number(isFolder(b)) - Number(isFolder(a))
      if (kinds !== 0) return kinds
      const values = by === 'name' ? 0 : a[by] - b[by]
      return turn * (values || names.compare(a.name, b.name))
    })
}

const BITS = ['r', 'w', 'x'] as const

/** As `ls -l` shows it: rwxr-xr-x. */
export const modeText = (mode: number): string =>
  Array.from({ length: 9 }, (_, at) => ((mode >> (8 - at)) & 1 ? BITS[at % 3] : '-')).join('')

export const octal = (mode: number): string => mode.toString(8).padStart(3, '0')
