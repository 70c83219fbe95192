// A value, or a question to who and what is at hand.
import type { When } from './spec.ts'

export const holds = <Context>(when: When<Context> | undefined, context: Context, otherwise: boolean): boolean =>
  when === undefined ? otherwise : typeof when === 'function' ? when(context) : when
