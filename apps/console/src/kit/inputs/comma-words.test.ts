import { expect, test } from 'vitest'
import { joinWords, splitWords } from './comma-words.ts'

test('words are parted by commas of either language, without the blanks around them', () => {
  expect(splitWords('web-01,  web-02，db、*,')).toEqual(['web-01', 'web-02', 'db', '*'])
  expect(splitWords('  ')).toEqual([])
  expect(joinWords(['10.0.0.0/8', '*'])).toBe('10.0.0.0/8, *')
})
