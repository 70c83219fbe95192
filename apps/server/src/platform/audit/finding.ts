// What can be wrong with the audit, and where.
export const kinds = {
  'row-changed': 'a row is not what was linked',
  'row-deleted': 'a linked row is gone',
  'row-unlinked': 'a row is not part of the chain',
  'link-changed': 'a link does not follow from the one before it',
  'link-missing': 'links are gone',
  'link-moved': 'a link stands in the place of another',
  'chain-cut': 'the chain is shorter than it was',
  'chain-rewritten': 'the chain is another one than it was',
  'heads-edited': 'a line of the heads file was changed',
  'heads-cut': 'lines of the heads file are gone',
  'heads-missing': 'there is no heads file to compare with',
  'retention-excess': 'more rows are gone than retention removed',
  'pending-old': 'rows wait for their link for too long',
} as const

export type Kind = keyof typeof kinds

export interface Finding {
  readonly kind: Kind
  /** One sentence that names the place. */
  readonly text: string
  readonly no?: number
  readonly log?: string
  readonly row?: string
  readonly file?: string
  readonly line?: number
}

// Beyond this nobody reads on; the rest is counted.
const MOST = 1_000

export interface Findings {
  readonly list: Finding[]
  readonly more: number
  add(kind: Kind, text: string, place?: Omit<Finding, 'kind' | 'text'>): void
}

export const collectFindings = (): Findings => {
  const list: Finding[] = []
  let more = 0
  return {
    list,
    get more() {
      return more
    },
    add: (kind, text, place = {}) => {
      if (list.length < MOST) list.push({ kind, text, ...place })
      else more++
    },
  }
}
