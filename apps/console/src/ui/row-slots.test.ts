import { describe, expect, it } from 'vitest'
import { slotsOf } from './row-slots.ts'

const page = (...keys: string[]) => keys
const first = slotsOf(page('a', 'b', 'c'), new Map())

describe('slots of rows', () => {
  it('gives the next page the rows of the page before, in their order', () => {
    expect([...slotsOf(page('d', 'e', 'f'), first)]).toEqual([
      ['d', 0],
      ['e', 1],
      ['f', 2],
    ])
  })

  it('leaves a row where it is while others come and go', () => {
    const next = slotsOf(page('b', 'c', 'd'), first)
    expect([next.get('b'), next.get('c'), next.get('d')]).toEqual([1, 2, 0])
  })

  it('never draws two rows in one', () => {
    const turned = slotsOf(page('c', 'x', 'a', 'y', 'z'), slotsOf(page('c', 'a'), first))
    expect(new Set(turned.values()).size).toBe(5)
  })

  it('turns pages in the order in which rows stand, however they were sorted before', () => {
    const sorted = slotsOf(page('c', 'a', 'b'), first)
    expect([...slotsOf(page('d', 'e', 'f'), sorted).values()]).toEqual([...sorted.values()])
  })
})
