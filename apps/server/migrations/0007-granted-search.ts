// Ordinary users search their assets by comment too; without this every search would read all comments there are.
import type { Kysely } from 'kysely'
import { searchIndex } from './parts.ts'

export const up = async (db: Kysely<any>): Promise<void> => {
  await searchIndex(db, 'assets_assets', ['comment'])
}
