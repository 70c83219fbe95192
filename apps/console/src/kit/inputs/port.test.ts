import { expect, test } from 'vitest'
import { portProblem } from './port.ts'

test('VALID-08 what is no port is refused', () => {
  for (const good of [1, 22, '3389', 65535, '', undefined]) expect(portProblem(good)).toBeUndefined()
  for (const bad of [0, -1, 65536, 'ssh', 22.5]) expect(portProblem(bad)).toBe('端口错误，请检查')
})
