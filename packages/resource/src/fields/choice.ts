import { type Choice, type Common, type Field, field, Invalid, type Maybe, refuse, type StoredBy } from '../field.ts'
import type { Label } from '../label.ts'
import { words } from '../words.ts'

type Options<V> = readonly (readonly [value: V, label: Label])[]

const listed = <V>(options: Options<V>): readonly Choice<V>[] => options.map(([value, label]) => ({ value, label }))

const pick = <V extends string | number>(choices: readonly Choice<V>[], raw: unknown): V => {
  // A csv cell or a form gives texts for numbers.
  const found = choices.find(
    (one) => one.value === raw || (typeof raw === 'string' && String(one.value) === raw.trim()),
  )
  return found ? found.value : refuse(words.choice(raw))
}

export const choice = <const V extends string | number, const O extends Common<V | null> = {}>(
  label: Label,
  options: Options<V>,
  more: O = {} as O,
): Field<Maybe<V, O>, StoredBy<O>> => {
  const choices = listed(options)
  return field(
    'choice',
    'choice',
    label,
    more as Common<any>,
    {
      column: typeof options[0]?.[0] === 'number' ? 'integer' : 'text',
      choices: choices as readonly Choice[],
      parse: (raw) => pick(choices, raw),
    } as Pick<Field<any, any>, 'parse'>,
  )
}

/** Several of a set: stored as an array of texts. */
export const choices = <const V extends string, const O extends Common<readonly V[] | null> = {}>(
  label: Label,
  options: Options<V>,
  more: O = {} as O,
): Field<Maybe<readonly V[], O>, StoredBy<O>> => {
  const known = listed(options)
  return field(
    'choices',
    'multiple choice',
    label,
    more as Common<any>,
    {
      column: 'text[]',
      choices: known as readonly Choice[],
      parse: (raw: unknown) => {
        if (!Array.isArray(raw)) throw new Invalid([words.list])
        return [...new Set(raw.map((one) => pick(known, one)))]
      },
    } as Pick<Field<any, any>, 'parse'>,
  )
}
