import { expect, test } from 'vitest'
import { arcsOf, labelStep, ticksTo } from './chart-scale.ts'

test('an axis has whole round numbers and reaches what it shows', () => {
  expect(ticksTo(0)).toEqual([0, 1])
  expect(ticksTo(3)).toEqual([0, 1, 2, 3])
  expect(ticksTo(55)).toEqual([0, 20, 40, 60])
  for (const most of [1, 7, 12, 99, 101, 4_321, 1_000_000]) {
    const ticks = ticksTo(most)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
    expect(ticks.length).toBeLessThan(8)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }
})

test('labels are left out where they would touch', () => {
  expect(labelStep(30, 520, 52)).toBe(3)
  expect(labelStep(7, 520, 52)).toBe(1)
})

test('a ring of nothing has no arcs', () => {
  expect(arcsOf([0, 0])).toEqual([
    { start: 0, length: 0 },
    { start: 0, length: 0 },
  ])
  expect(arcsOf([1, 3])).toEqual([
    { start: 0, length: 0.25 },
    { start: 0.25, length: 0.75 },
  ])
})
