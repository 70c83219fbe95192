// Every step of the schema, in order. Steps are only ever added.
import type { Migration } from 'kysely'
import * as groundFloor from './0001-ground-floor.ts'
import * as inventory from './0002-inventory.ts'
import * as sessions from './0003-sessions.ts'
import * as storages from './0005-storages.ts'
import * as shares from './0006-shares.ts'
import * as grantedSearch from './0007-granted-search.ts'
import * as movedNodes from './0008-moved-nodes.ts'
import * as namesOfNodes from './0009-names-of-nodes.ts'

export const migrations: Record<string, Migration> = {
  '0001-ground-floor': groundFloor,
  '0002-inventory': inventory,
  '0003-sessions': sessions,
  '0005-storages': storages,
  '0006-shares': shares,
  '0007-granted-search': grantedSearch,
  '0008-moved-nodes': movedNodes,
  '0009-names-of-nodes': namesOfNodes,
}
