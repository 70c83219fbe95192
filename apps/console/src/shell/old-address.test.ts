import { describe, expect, it } from 'vitest'
import { carriedOver } from './old-address.ts'

describe('addresses of the console before', () => {
  it.each([
    ['#/users/users', '/ui/users/users'],
    ['#/tickets/tickets/1?x=1#y', '/ui/tickets/tickets/1?x=1#y'],
    ['#/', '/ui/'],
    ['#//evil.example/x', '/ui/evil.example/x'],
    ['#/\\evil.example', '/ui/evil.example'],
  ])('[ROUTE-01] %s is carried over', (hash, path) => {
    expect(carriedOver(hash)).toBe(path)
  })

  it.each(['', '#', '#main', '#users/users'])('%j is none', (hash) => {
    expect(carriedOver(hash)).toBeUndefined()
  })
})
