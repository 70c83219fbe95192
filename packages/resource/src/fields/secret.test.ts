import { describe, expect, test } from 'vitest'
import { label } from '../label.ts'
import { file } from './file.ts'
import { secret } from './secret.ts'
import { reasons, taken } from './trial.ts'

const named = label('密码', 'Password')

describe('a secret', () => {
  test('is kept as typed, sealed and never read', () => {
    const one = secret(named, { max: 8 })
    expect(taken(one, ' päss 😀 ')).toBe(' päss 😀 ')
    expect(one).toMatchObject({ writeOnly: true, sealed: true, nullable: true })
  })
  test('is a text that can be stored', () => {
    expect(reasons(secret(named), 5)).toEqual(['Not a valid string.'])
    expect(reasons(secret(named), '\0')).toEqual(['Null characters are not allowed.'])
    expect(reasons(secret(named), '\ud800')).toEqual(['Incomplete characters are not allowed.'])
    expect(reasons(secret(named, { max: 2 }), 'abc')).toEqual(['Ensure this field has no more than 2 characters.'])
  })
})

describe('a file', () => {
  test('is an upload, not a text', () => {
    const upload = { filename: 'a.txt' }
    expect(taken(file(named), upload)).toBe(upload)
    expect(reasons(file(named), 'a.txt', 'zh')).toEqual(['格式不正确。'])
  })
})
