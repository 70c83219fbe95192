// What there is to reach, and who may reach it: assets in their trees, accounts, applications, permissions, login rules.
import type { Kysely } from 'kysely'
import { accounts } from './0002-inventory/accounts.ts'
import { assets } from './0002-inventory/assets.ts'
import { jobs } from './0002-inventory/jobs.ts'
import { rights } from './0002-inventory/rights.ts'
import { tree } from './0002-inventory/tree.ts'

export const up = async (db: Kysely<any>): Promise<void> => {
  await assets(db)
  await tree(db)
  await accounts(db)
  await rights(db)
  await jobs(db)
}
