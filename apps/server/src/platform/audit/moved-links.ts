// Tells links that were put in another place from links that were changed. Pure.
import { hashOf, type Link } from './link.ts'

export interface BrokenLink extends Link {
  readonly hash: string
  /** The hash of the link that stands before it now. */
  readonly before: string
}

export type Verdict =
  | { readonly kind: 'changed' }
  /** Its own place is another one. */
  | { readonly kind: 'moved'; readonly from: number }
  /** It is as it was; the one before it is not. */
  | { readonly kind: 'sound' }

// Every place is tried with every predecessor: the cube of this number of hashes.
export const MOST_BROKEN = 40

export const judgeBroken = (broken: readonly BrokenLink[]): Verdict[] => {
  const places = broken.map((link) => link.no)
  const predecessors = [...new Set(broken.flatMap((link) => [link.before, link.hash]))]
  const fits = (link: BrokenLink, no: number) =>
    predecessors.some((previous) => hashOf(previous, { ...link, no }) === link.hash)
  return broken.map((link): Verdict => {
    if (fits(link, link.no)) return { kind: 'sound' }
    const from = places.find((no) => no !== link.no && fits(link, no))
    return from === undefined ? { kind: 'changed' } : { kind: 'moved', from }
  })
}
