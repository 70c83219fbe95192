// What was offered for download: fetched once, soon, and by nobody else than the person it was offered to.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DOWNLOAD_SECONDS, DOWNLOADS } from '@drawbridge/wire'

export interface Offer {
  /** The id of the person. */
  readonly to: string
  readonly name: string
  /** Unknown for archives. */
  readonly size?: number
  open(): Promise<AsyncIterable<Buffer>>
  /** Aborted when its session ends. */
  readonly over: AbortSignal
}

const MOST_OFFERS = 1_000

export class Downloads {
  readonly #offers = new Map<string, { readonly offer: Offer; readonly until: number }>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Gives the address. */
  offer(offer: Offer): string {
    const now = this.#now()
    for (const [handle, { until }] of this.#offers) if (until < now) this.#offers.delete(handle)
    if (this.#offers.size >= MOST_OFFERS) throw new Error('too many downloads were asked for and not fetched')
    const handle = randomBytes(24).toString('base64url')
    this.#offers.set(handle, { offer, until: now + DOWNLOAD_SECONDS * 1_000 })
    return `${DOWNLOADS}${handle}/`
  }

  take(handle: string, person: string): Offer | undefined {
    const found = this.#offers.get(handle)
    if (!found || found.offer.to !== person) return undefined
    this.#offers.delete(handle)
    return found.until < this.#now() || found.offer.over.aborted ? undefined : found.offer
  }
}

/** Never shown, always kept: whatever it is, it is nothing of ours. */
export const sendOffer = async ({ name, size, open, over }: Offer, response: ServerResponse): Promise<void> => {
  const content = await open()
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': dispositionOf(name),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(size === undefined ? {} : { 'content-length': size }),
  })
  await pipeline(Readable.from(content, { objectMode: false }), response, { signal: over })
}

/** The name in signs that every program reads, and in full for those that can. */
const dispositionOf = (name: string): string => {
  const plain = name.replaceAll(/[^\w .()+-]/g, '_')
  const whole = encodeURIComponent(Buffer.from(name).toString()).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
