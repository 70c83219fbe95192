// What no column can hold: the NUL character, and halves of characters, which JSON can spell and PostgreSQL refuses.
import { refuse } from '../field.ts'
import { words } from '../words.ts'

const HALF = /\p{Surrogate}/u

export const storable = (text: string): string => {
  if (text.includes('\0')) return refuse(words.nul)
  return HALF.test(text) ? refuse(words.halved) : text
}

/** In characters as people count them: an emoji is one, not two. */
export const isLonger = (text: string, max: number): boolean => text.length > max && [...text].length > max
