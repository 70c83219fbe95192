import type { RemoteType } from '../../platform/storage/kinds.ts'

/** Nowhere, or with the server itself. */
export const isServed = (type: string): type is 'null' | 'server' => type === 'null' || type === 'server'

/** Recordings go to a bucket. */
export const isBucket = (type: string): type is RemoteType => !isServed(type) && type !== 'es'
