import { expect, test } from 'vitest'
import { firstFree, partsOf, protocolOf, protocolsProblem } from './protocols.ts'

test('each protocol brings its port, and is offered once', () => {
  expect(partsOf('rdp/3390')).toEqual({ protocol: 'rdp', port: '3390' })
  expect(['ssh', 'rdp', 'telnet', 'vnc'].map(protocolOf)).toEqual(['ssh/22', 'rdp/3389', 'telnet/23', 'vnc/5901'])
  expect([firstFree([]), firstFree(['ssh']), firstFree(['rdp', 'ssh'])]).toEqual(['ssh', 'rdp', 'telnet'])
})

test('a port is a number from 1 to 65535', () => {
  expect(protocolsProblem(['ssh/22', 'rdp/3389'])).toBeUndefined()
  for (const bad of ['ssh/', 'ssh/0', 'ssh/65536', 'ssh/x', 'ssh/2.5'])
    expect(protocolsProblem([bad])).toBe('端口错误，请检查')
})
