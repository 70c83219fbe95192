// Objects at a provider: put, read back, removed, one at a time. Paths are those of the local store.
import { label } from '@drawbridge/resource'
import { type Incoming, Unreachable } from '../outgoing.ts'

export interface Bucket {
  put(path: string, bytes: Uint8Array): Promise<void>
  /** Nothing where there is no such object. */
  get(path: string): Promise<Buffer | undefined>
  /** What is not there is gone already. */
  remove(path: string): Promise<void>
}

/** No object of ours is longer; neither is an answer that we wait for. */
export const LARGEST = 512 * 1024 * 1024
export const SHORT = 64 * 1024

/** A setting of the storage that no provider could be reached with. */
export class Misconfigured extends Error {}

/** The provider's short word for what is wrong, where it has one: its longer texts may repeat what was signed. */
export const refusedBy = (url: URL, { status, headers, body }: Incoming): Unreachable => {
  const told = /<Code>([\w.-]{1,64})<\/Code>/.exec(body.subarray(0, SHORT).toString('utf8'))?.[1]
  const code = told ?? headers['x-ms-error-code']
  const rest = `${status}${typeof code === 'string' ? ` ${code.slice(0, 64)}` : ''}`
  return new Unreachable(url, label(`返回 ${rest}`, `answered ${rest}`))
}

export const isGood = ({ status }: Incoming): boolean => status >= 200 && status < 300
