import { type Common, type Field, field, type Maybe, refuse, type StoredBy } from '../field.ts'
import { type Label, label } from '../label.ts'
import { words } from '../words.ts'

export interface NumberOptions extends Common<number | null> {
  readonly min?: number
  readonly max?: number
  readonly otherwise?: Label
}

const INT4 = 2_147_483_647

export const integer = <const O extends NumberOptions = {}>(
  label: Label,
  options: O = {} as O,
): Field<Maybe<number, O>, StoredBy<O>> => {
  const [min, max] = [options.min ?? -INT4 - 1, options.max ?? INT4]
  return field(
    'integer',
    'integer',
    label,
    options as Common<any>,
    {
      column: 'integer',
      minValue: options.min,
      maxValue: options.max,
      parse: (raw) => {
        const value = toNumber(raw)
        if (value === undefined || !Number.isInteger(value)) return refuse(options.otherwise ?? words.integer)
        return inside(value, min, max, options.otherwise)
      },
    } as Pick<Field<any, any>, 'parse'>,
  )
}

export const float = <const O extends NumberOptions = {}>(
  label: Label,
  options: O = {} as O,
): Field<Maybe<number, O>, StoredBy<O>> =>
  field(
    'float',
    'float',
    label,
    options as Common<any>,
    {
      column: 'double precision',
      minValue: options.min,
      maxValue: options.max,
      parse: (raw) => {
        const value = toNumber(raw)
        if (value === undefined) return refuse(words.number)
        return inside(value, options.min ?? -Number.MAX_VALUE, options.max ?? Number.MAX_VALUE, options.otherwise)
      },
    } as Pick<Field<any, any>, 'parse'>,
  )

export const PRIORITY = { min: 1, max: 100 } as const
export const PORT = { min: 1, max: 65_535 } as const

/** 100 is the highest and is matched first. */
export const priority = () =>
  integer(label('优先级', 'Priority'), {
    ...PRIORITY,
    default: 50,
    help: label('优先级可选范围为 1-100，100 为最高优先级，最先匹配', '1-100, 100 is the highest and is matched first'),
  })

export const port = <const O extends NumberOptions = {}>(of: Label, options: O = {} as O) =>
  integer(of, { ...options, ...PORT, otherwise: words.port })

const toNumber = (raw: unknown): number | undefined => {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined
  if (typeof raw !== 'string' || !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(raw)) return undefined
  const value = Number(raw)
  return Number.isFinite(value) ? value : undefined
}

const inside = (value: number, min: number, max: number, otherwise?: Label): number => {
  if (value > max) return refuse(otherwise ?? words.tooBig(max))
  if (value < min) return refuse(otherwise ?? words.tooSmall(min))
  return value
}
