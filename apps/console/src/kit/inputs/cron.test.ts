import { isCron } from '@drawbridge/resource'
import { describe, expect, test } from 'vitest'
import { explainCron, nextRuns, parseCron } from './cron.ts'
import { cronField } from './cron-input.tsx'

const local = (date: Date) =>
  `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()} ${date.getHours()}:${date.getMinutes()}`
const runs = (text: string, from: Date, count = 3) => nextRuns(parseCron(text)!, from, count).map(local)
const WEDNESDAY = new Date(2026, 6, 1, 12, 0)

test('VALID-03 VALID-05 five fields: minute hour day month week', () => {
  expect(parseCron('5 3 * * 0')).toMatchObject({ minutes: [5], hours: [3], weekdays: [0] })
  expect(parseCron('5 3 * *')).toBeUndefined()
  expect(parseCron('0 5 3 * * 0')).toBeUndefined()
})

test('VALID-04 what the console takes, the server takes, and the other way round', () => {
  const texts = [
    '* * * * *',
    '*/5 0-6,22 1,15 jan 7',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '*/0 * * * *',
    '5-1 * * * *',
    '1-2-3 * * * *',
    'a * * * *',
    '* * * * sun',
    '5/10 * * * *',
    '',
    '1/2/3 * * * *',
    ', * * * *',
  ]
  for (const text of texts) expect([text, parseCron(text) !== undefined]).toEqual([text, isCron(text)])
})

describe('next runs', () => {
  test('VALID-05 every Sunday at 03:05', () => {
    expect(runs('5 3 * * 0', WEDNESDAY)).toEqual(['2026-7-5 3:5', '2026-7-12 3:5', '2026-7-19 3:5'])
    expect(runs('5 3 * * 7', WEDNESDAY, 1)).toEqual(['2026-7-5 3:5'])
  })
  test('the minute of the moment has passed', () => {
    expect(runs('0 12 * * *', WEDNESDAY, 1)).toEqual(['2026-7-2 12:0'])
  })
  test('day and week both given: either is enough', () => {
    expect(runs('0 0 2 * 5', WEDNESDAY)).toEqual(['2026-7-2 0:0', '2026-7-3 0:0', '2026-7-10 0:0'])
  })
  test('29 February waits for a leap year; 30 February never comes', () => {
    expect(runs('0 0 29 2 *', WEDNESDAY, 1)).toEqual(['2028-2-29 0:0'])
    expect(runs('0 0 30 2 *', WEDNESDAY)).toEqual([])
  })
})

test.each([
  ['5 3 * * 0', '每周日 03:05', 'At 03:05 every Sunday'],
  ['0 0 * * *', '每天 00:00', 'At 00:00 every day'],
  ['*/10 * * * *', '每天每 10 分钟', 'Every 10 minutes every day'],
  ['* * * * *', '每天每分钟', 'Every minute every day'],
  ['30 * * * *', '每天每小时的第 30 分钟', 'At minute 30 of every hour every day'],
  ['0 8,20 1,15 * *', '每月 1、15 日 08:00、20:00', 'At 08:00, 20:00 on day 1, 15 of every month'],
  ['0 9 * * 1-5', '每周一、二、三、四、五 09:00', 'At 09:00 every Monday, Tuesday, Wednesday, Thursday, Friday'],
  ['0 0 1 1 *', '每年 1 月 1 日 00:00', 'At 00:00 on day 1 in January'],
  ['0 0 13 * 5', '每月 13 日，以及每周五 00:00', 'At 00:00 on day 13 of every month and every Friday'],
])('%s reads: %s', (text, zh, en) => {
  expect(explainCron(parseCron(text)!, 'zh')).toBe(zh)
  expect(explainCron(parseCron(text)!, 'en')).toBe(en)
})

test('VALID-06 VALID-07 the help says that the crontab wins over the interval, which is in hours', () => {
  expect(cronField.help?.en).toMatch(/interval \(in hours\) is set too, this one wins/)
  expect(cronField.validate?.('5 3 * *', {})).toContain('5 3 * * 0')
  expect(cronField.validate?.('', {})).toBeUndefined()
})
