// Whether a storage can be used: a bucket takes something small, gives it back and lets it go; an index answers and is there.
import { randomUUID } from 'node:crypto'
import { type Label, label } from '@drawbridge/resource'
import { Unreachable } from '../../platform/outgoing.ts'
import type { Services } from '../../platform/services.ts'
import { Misconfigured } from '../../platform/storage/bucket.ts'
import { commandIndex } from './command-index.ts'
import { openReplayBucket } from './replay-bucket.ts'
import { isBucket, isServed } from './storage-types.ts'

const incomplete = (name: string) => label(`配置 ${name} 缺失或无效`, `the setting ${name} is missing or not valid`)
const different = label('读回的内容与写入的不同', 'what was read back is not what was written')

export const tryStorage = async (
  type: string,
  meta: Record<string, unknown>,
  services: Services,
): Promise<{ fault?: Label }> => {
  if (isServed(type)) return {}
  try {
    if (!isBucket(type)) {
      await commandIndex(meta, services).prepare()
      return {}
    }
    const bucket = openReplayBucket(type, meta, services)
    const [path, bytes] = [`drawbridge-test/${randomUUID()}`, Buffer.from(randomUUID())]
    await bucket.put(path, bytes)
    const back = await bucket.get(path)
    await bucket.remove(path)
    return back?.equals(bytes) ? {} : { fault: different }
  } catch (error) {
    if (error instanceof Misconfigured) return { fault: incomplete(error.message) }
    if (error instanceof Unreachable) return { fault: error.wording }
    throw error
  }
}
