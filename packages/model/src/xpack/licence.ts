// What a licence says. Signed as text, so every byte counts.
export interface Licence {
  readonly subscription_id: string
  readonly corporation: string
  readonly edition: string
  /** How many assets it covers; null: any number. */
  readonly asset_count: number | null
  /** The installation it was issued for. */
  readonly installation: string
  readonly date_issued: string
  /** The last moment it is valid, ISO 8601. */
  readonly date_expired: string
}
