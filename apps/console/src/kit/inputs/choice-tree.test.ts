import { describe, expect, test } from 'vitest'
import { chosenLeaves, type TreeChoice, tickOf, topmost, withChoice } from './choice-tree.ts'

const choice = (value: string, ...below: TreeChoice[]): TreeChoice => ({
  value,
  label: { zh: value, en: value },
  ...(below.length > 0 && { below }),
})
const files = choice('files', choice('up'), choice('down'))
const root = choice('all', choice('connect'), files)

describe('choices that hold others', () => {
  test('a parent means all below it, and is named when all below it are', () => {
    expect([...chosenLeaves(root, ['all'])]).toEqual(['connect', 'up', 'down'])
    expect([...chosenLeaves(root, ['files'])]).toEqual(['up', 'down'])
    expect(withChoice(root, ['connect', 'up'], choice('down'), true)).toEqual(['all', 'connect', 'files', 'up', 'down'])
    expect(withChoice(root, ['all'], choice('up'), false)).toEqual(['connect', 'down'])
    expect(withChoice(root, ['connect'], files, true)).toContain('files')
  })

  test('half of it is neither chosen nor not', () => {
    expect(tickOf(files, new Set(['up']))).toBe('some')
    expect(tickOf(files, new Set())).toBe('none')
    expect(tickOf(files, new Set(['up', 'down']))).toBe('all')
  })

  test('as few words as say it', () => {
    const said = (...value: string[]) => topmost(root, value).map((one) => one.value)
    expect(said('all', 'connect', 'files', 'up', 'down')).toEqual(['all'])
    expect(said('files', 'up', 'down')).toEqual(['files'])
    expect(said('connect', 'up')).toEqual(['connect', 'up'])
    expect(said()).toEqual([])
  })
})
