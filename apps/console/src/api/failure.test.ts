import { describe, expect, it } from 'vitest'
import { Failure, fieldProblems } from './failure.ts'

const said = (status: number, body?: unknown) => new Failure('refused', status, body).message

describe('the words of a failure', () => {
  it('[ERR-03] [ERR-04] [ERR-05] are those of the answer: error, then msg, then detail', () => {
    expect(said(400, { error: 'a', msg: 'b', detail: 'c' })).toBe('a')
    expect(said(400, { msg: 'b', detail: 'c' })).toBe('b')
    expect(said(500, { detail: 'c' })).toBe('c')
  })

  it('[ERR-06] [ERR-12] [ERR-13] [ERR-14] [ERR-15] are those of the status where the answer has none', () => {
    expect(said(400, { name: ['taken'] })).toBe('请求错误，请检查填写内容')
    expect(said(403)).toBe('请求错误，无该操作权限')
    expect(said(409, { error: '' })).toBe('正在刷新中，请稍后再试')
    expect(said(403, { detail: 'Only on Mondays' })).toBe('Only on Mondays')
  })

  it('[ERR-16] are there for every status', () => {
    expect(said(502, '<html>')).toBe('服务器内部错误，请稍后重试')
    expect(said(418)).toBe('请求失败，状态码 418')
    expect(new Failure('network').message).toBe('服务器没有响应，请检查网络后重试')
  })

  it('of a 400 are found by field', () => {
    expect(fieldProblems(new Failure('refused', 400, { name: ['a', 'b'], meta: { ip: ['c'] } }))).toEqual({
      name: 'a;b',
      meta: 'ip: c',
    })
    expect(fieldProblems(new Failure('refused', 403, { name: ['a'] }))).toEqual({})
  })
})
