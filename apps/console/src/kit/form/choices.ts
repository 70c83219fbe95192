// Choices have values of any kind, controls have texts: there and back.
import type { FieldMeta } from '../spec.ts'

export const optionsOf = ({ choices = [] }: FieldMeta) =>
  choices.map(({ value, display_name }) => ({ value: String(value), label: display_name }))

export const valueOfText = ({ choices = [] }: FieldMeta, text: string): unknown =>
  choices.find(({ value }) => String(value) === text)?.value ?? text

export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => (one === undefined || one === null ? [] : [String(one)]))
