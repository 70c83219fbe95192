// Makes a licence text for an installation, with the key that the installation believes.
import { randomUUID } from 'node:crypto'
import { issueLicence } from '../../platform/licence.ts'

export interface Order {
  readonly corporation: string
  readonly days: number
  readonly edition?: string
  readonly assets?: number
  readonly installation: string
}

const DAY = 86_400_000
export const DEFAULT_EDITION = 'Enterprise'

export const issue = (order: Order, privateKey: string, now: Date): string =>
  issueLicence(
    {
      subscription_id: randomUUID(),
      corporation: order.corporation,
      edition: order.edition ?? DEFAULT_EDITION,
      asset_count: order.assets ?? null,
      installation: order.installation,
      date_issued: now.toISOString(),
      date_expired: new Date(now.getTime() + order.days * DAY).toISOString(),
    },
    privateKey,
  )
