import { format, inspect } from 'node:util'
import { MASK, Secret } from '@drawbridge/resource'
import { expect, test } from 'vitest'

test('[T40] a secret shows its mask however it is printed', () => {
  const secret = new Secret('hunter2')
  const prints = [
    String(secret),
    `${secret}`,
    // biome-ignore lint/style/useTemplate: concatenation is the case under test
    'x' + secret,
    JSON.stringify({ secret }),
    inspect(secret),
    inspect({ deep: [secret] }, { showHidden: true, depth: null }),
    format('%s %o %j', secret, secret, secret),
    JSON.stringify({ ...secret }),
    JSON.stringify(structuredClone({ ...secret })),
  ]
  for (const print of prints) expect(print).not.toContain('hunter2')
  expect(String(secret)).toBe(MASK)
  expect(inspect(secret)).toBe(MASK)
})

test('a secret is revealed when asked for', () => {
  expect(new Secret('hunter2').reveal()).toBe('hunter2')
})
