// The settings in force: saved values over the environment over defaults. Kept in memory, renewed when any server changes them.
import { type SettingName, type SettingValues, settings } from '@drawbridge/model'
import { type AnyField, DEFAULT_ZONE, defaultOf, type Reader } from '@drawbridge/resource'
import type { Db } from './context.ts'
import type { Log } from './log.ts'
import { oneAfterAnother } from './one-after-another.ts'
import type { Sealer } from './secrets/box.ts'

export interface SettingsStore {
  readonly values: SettingValues
  /** Saves inside the given transaction; the others hear of it when it commits. */
  save(db: Db, changes: Partial<Record<SettingName, unknown>>): Promise<void>
  refresh(): Promise<void>
}

const SYSTEM: Reader = { lang: 'en', zone: DEFAULT_ZONE, now: new Date(0) }
const names = Object.keys(settings) as SettingName[]

export const settingContext = (name: string): string => `settings.${name}`

export const openSettings = async (
  db: Db,
  env: Readonly<Record<string, string | undefined>>,
  secrets: Sealer,
  log: Log,
): Promise<SettingsStore> => {
  const basis = presets(env, log)
  let values = basis
  const read = async () => {
    const rows = await db.selectFrom('settings').selectAll().execute()
    const saved = rows
      .filter((row) => names.includes(row.name as SettingName))
      .map((row) => [
        row.name,
        row.sealed === null
          ? revive(row.name as SettingName, row.value)
          : secrets.open(row.sealed, settingContext(row.name)),
      ])
    values = { ...basis, ...Object.fromEntries(saved) }
  }
  const refresh = oneAfterAnother(read)
  await refresh()
  return {
    get values() {
      return values
    },
    refresh,
    save: async (tx, changes) => {
      for (const [name, value] of Object.entries(changes)) {
        const sealed = (settings as Record<string, AnyField>)[name]!.sealed
          ? secrets.seal(String(value), settingContext(name))
          : null
        const row = { value: sealed ? null : JSON.stringify(value), sealed, date_updated: new Date() }
        await tx
          .insertInto('settings')
          .values({ name, ...row })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
          .execute()
      }
    },
  }
}

const presets = (env: Readonly<Record<string, string | undefined>>, log: Log): SettingValues =>
  Object.fromEntries(
    names.map((name) => [name, fromEnvironment(name, env[name], log) ?? defaultOf(settings[name], new Date()) ?? null]),
  ) as SettingValues

const fromEnvironment = (name: SettingName, text: string | undefined, log: Log): unknown => {
  if (text === undefined || text === '') return undefined
  try {
    return (settings[name] as AnyField).parse(text, SYSTEM)
  } catch {
    log.warn(`the environment variable ${name} has no usable value and is ignored`)
    return undefined
  }
}

const revive = (name: SettingName, value: unknown): unknown =>
  settings[name].column === 'timestamptz' ? new Date(String(value)) : value
