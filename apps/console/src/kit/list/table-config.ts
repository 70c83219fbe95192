// What the user set for tables, kept in local storage under `tableConfig`: the page size for all lists, columns per route name.
import { useSyncExternalStore } from 'react'

export const TABLE_CONFIG = 'tableConfig'
export type Density = 'normal' | 'roomy'

export interface ColumnSettings {
  readonly showColumns?: readonly string[]
  readonly widths?: Readonly<Record<string, number>>
}

interface TableConfig {
  readonly paginationSize?: number
  readonly density?: Density
  readonly hideTree?: boolean
  readonly [routeName: string]: ColumnSettings | number | string | boolean | undefined
}

/** Read by every list at once, in this window and in the others. */
export const useTableConfig = (): TableConfig => useSyncExternalStore(subscribe, tableConfig)

export const tableConfig = (): TableConfig => {
  const text = storage()?.getItem(TABLE_CONFIG) ?? null
  if (text !== read.text) read = { text, config: parse(text) }
  return read.config
}

export const savePageSize = (size: number): void => save({ paginationSize: size })
export const saveDensity = (density: Density): void => save({ density })
export const saveHideTree = (hideTree: boolean): void => save({ hideTree })
export const saveColumns = (routeName: string, settings: ColumnSettings): void =>
  save({ [routeName]: { ...columnSettings(tableConfig(), routeName), ...settings } })

export const saveWidth = (routeName: string, column: string, width: number): void =>
  saveColumns(routeName, { widths: { ...columnSettings(tableConfig(), routeName).widths, [column]: width } })

export const columnSettings = (config: TableConfig, routeName: string): ColumnSettings => {
  const settings = config[routeName]
  return typeof settings === 'object' ? settings : NOT_SET
}

/** The size in the address, else the saved choice, else the first of the sizes; never one that is not offered. */
export const pageSize = (asked: number | undefined, saved: unknown, sizes: readonly number[]): number =>
  [asked, saved].find((size): size is number => typeof size === 'number' && sizes.includes(size)) ?? sizes[0]!

const NOT_SET: ColumnSettings = {}
let read: { text: string | null; config: TableConfig } = { text: null, config: {} }
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const save = (change: TableConfig): void => {
  storage()?.setItem(TABLE_CONFIG, JSON.stringify({ ...tableConfig(), ...change }))
  for (const listener of listeners) listener()
}

const parse = (text: string | null): TableConfig => {
  try {
    const value = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

const storage = (): Storage | undefined => (typeof localStorage === 'undefined' ? undefined : localStorage)
