import { expect, test } from 'vitest'
import { aMeta } from './builders.ts'
import { optionsOf, textsOf, valueOfText } from './choices.ts'

const meta = aMeta({
  choices: [
    { value: 0, display_name: 'Off' },
    { value: true, display_name: 'On' },
  ],
})

test('a choice keeps the kind of its value through a control that knows only texts', () => {
  expect(optionsOf(meta)).toEqual([
    { value: '0', label: 'Off' },
    { value: 'true', label: 'On' },
  ])
  expect(valueOfText(meta, '0')).toBe(0)
  expect(valueOfText(meta, 'true')).toBe(true)
  expect(valueOfText(meta, 'other')).toBe('other')
  expect(textsOf(0)).toEqual(['0'])
  expect(textsOf([0, null, 'a'])).toEqual(['0', 'a'])
  expect(textsOf(undefined)).toEqual([])
})
