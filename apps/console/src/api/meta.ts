// What the server tells of its own fields, and the shape of what it gives.

/** A row or object of the server. */
export type Item = { readonly id: string } & Record<string, any>

/** Facts of one field, as OPTIONS tells them. */
export interface FieldMeta {
  readonly type: string
  readonly required: boolean
  readonly read_only: boolean
  readonly write_only: boolean
  readonly label: string
  readonly help_text?: string
  readonly default?: unknown
  readonly max_length?: number
  readonly min_length?: number
  readonly max_value?: number
  readonly min_value?: number
  readonly choices?: readonly { readonly value: any; readonly display_name: string }[]
  readonly child?: FieldMeta
  readonly children?: Readonly<Record<string, FieldMeta>>
  readonly filter?: boolean
  readonly order?: boolean
}
export type Meta = Readonly<Record<string, FieldMeta>>
