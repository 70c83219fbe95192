// What a tab of the browser keeps of the files it has open, and by which keys half files are found again.
import type { Ticket } from '../web/link.ts'
import { newKey } from './sending.ts'

export interface KeptFiles extends Partial<Ticket> {
  readonly name: string
  readonly asset: string
  readonly systemUser: string
  readonly path?: string
}

const NAME = 'drawbridge.files'
const KEYS = 'drawbridge.files.uploads'
const MOST_KEYS = 50

const read = <T>(store: Storage, name: string): T[] => {
  try {
    const kept: unknown = JSON.parse(store.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

export const keptFiles = (): KeptFiles[] =>
  read<KeptFiles>(sessionStorage, NAME).filter((one) => typeof one?.asset === 'string')

export const keepFiles = (files: readonly KeptFiles[]): void => sessionStorage.setItem(NAME, JSON.stringify(files))

interface KeptKey {
  readonly of: string
  readonly key: string
}

/** The same for the same file to the same place, also after a reload: what has arrived of it is gone on with. */
export const keyFor = (asset: string, path: string, { size, lastModified }: File): string => {
  const of = `${asset} ${path} ${size} ${lastModified}`
  const kept = read<KeptKey>(localStorage, KEYS)
  const key = kept.find((one) => one.of === of)?.key ?? newKey()
  localStorage.setItem(KEYS, JSON.stringify([...kept.filter((one) => one.of !== of), { of, key }].slice(-MOST_KEYS)))
  return key
}

export const forgetKey = (key: string): void =>
  localStorage.setItem(KEYS, JSON.stringify(read<KeptKey>(localStorage, KEYS).filter((one) => one.key !== key)))
