import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('an id is a UUID of version 7 that begins with its time', () => {
  const at = Date.UTC(2026, 0, 31, 8)
  expect(newId(at)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(newId(at).replaceAll('-', '').slice(0, 12), 16)).toBe(at)
  expect(newId(1).slice(0, 13)).toBe('00000000-0001')
})

test('ids of one moment differ', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId(0))).size).toBe(10_000)
})
