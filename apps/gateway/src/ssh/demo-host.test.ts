import { describe, expect, it } from 'vitest'
import { answer } from './demo-host.ts'

describe('the host of the demo', () => {
  it('answers a handful of commands, and runs nothing else', () => {
    expect(answer('whoami', 'demo')).toBe('demo')
    expect(answer(' echo  a b ', 'demo')).toBe('a b')
    expect(answer('cat nothing', 'demo')).toBe('cat: nothing: No such file or directory')
    expect(answer('seq 3', 'demo')).toBe('1\n2\n3')
    for (const line of ['bash', 'constructor', '__proto__', 'rm -rf /'])
      expect(answer(line, 'demo')).toBe(`${line.split(' ')[0]}: command not found`)
    expect(answer('exit', 'demo')).toBeUndefined()
  })

  it('[T31] knows only the files it was written with', () => {
    for (const file of ['../../etc/passwd', '/etc/passwd', 'constructor', '__proto__'])
      expect(answer(`cat ${file}`, 'demo')).toBe(`cat: ${file}: No such file or directory`)
  })
})
