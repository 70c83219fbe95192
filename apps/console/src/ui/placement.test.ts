import { expect, test } from 'vitest'
import { placeBeside } from './placement.ts'

const view = { width: 1000, height: 600 }
const anchor = (left: number, top: number) => ({ left, top, right: left + 80, bottom: top + 32 })

test('what floats stands below its anchor, above it where there is no room below', () => {
  expect(placeBeside(anchor(100, 100), { width: 200, height: 150 }, view)).toEqual({ left: 100, top: 136 })
  expect(placeBeside(anchor(100, 500), { width: 200, height: 150 }, view)).toEqual({ left: 100, top: 346 })
})

test('it never leaves the window', () => {
  expect(placeBeside(anchor(950, 100), { width: 200, height: 150 }, view).left).toBe(792)
  expect(placeBeside(anchor(20, 100), { width: 200, height: 150 }, view, 'end').left).toBe(8)
  expect(placeBeside(anchor(100, 300), { width: 200, height: 590 }, view).top).toBe(8)
})
