// The bucket of a replay storage, with its keys opened for this call alone.

import { outboundGuard } from '../../platform/outbound.ts'
import { dialer } from '../../platform/outgoing.ts'
import { openPart } from '../../platform/secrets/parts.ts'
import type { Services } from '../../platform/services.ts'
import { type Bucket, Misconfigured } from '../../platform/storage/bucket.ts'
import { openBucket, type RemoteType } from '../../platform/storage/kinds.ts'
import { isBucket } from './storage-types.ts'

export const bucketOf = async (storage: string, services: Services, signal?: AbortSignal): Promise<Bucket> => {
  const row = await services.database.db
    .selectFrom('terminal_replay_storages')
    .select(['type', 'meta'])
    .where('id', '=', storage)
    .executeTakeFirst()
  if (!row || !isBucket(row.type)) throw new Misconfigured('type')
  return openReplayBucket(row.type, row.meta, services, signal)
}

export const openReplayBucket = (type: RemoteType, meta: object, services: Services, signal?: AbortSignal): Bucket => {
  const { config, secrets, now } = services
  const opened = Object.entries(meta).map(([name, part]) => [
    name,
    openPart(part, 'terminal_replay_storages.meta', secrets) ?? part,
  ])
  const dial = dialer(outboundGuard({ allow: config.outboundAllow }), { signal })
  return openBucket(type, Object.fromEntries(opened), dial, now)
}
