import * as argon2 from '@node-rs/argon2'
import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return { ...real, verify: vi.fn(real.verify) }
})
// Another test of this process may have loaded the module with the real thing.
vi.resetModules()
const { PASSWORD_MAX_LENGTH, PasswordsBusy, passwords } = await import('./password.ts')
const verify = vi.mocked(argon2.verify)
beforeEach(() => {
  verify.mockClear()
})

const { hash, verify: check, verifyNothing } = passwords()

test('a password matches its own hash and no other password does', async () => {
  const stored = await hash('Tr0ub4dor&3 密码')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await check(stored, 'Tr0ub4dor&3 密码')).toBe(true)
  expect(await check(stored, 'Tr0ub4dor&3')).toBe(false)
  expect(await hash('Tr0ub4dor&3 密码')).not.toBe(stored)
})

test('[T6] an empty password never matches, not even its own hash', async () => {
  expect(await check(await argon2.hash(''), '')).toBe(false)
  await expect(hash('')).rejects.toThrow(RangeError)
})

test.each([null, undefined, '', '!', 'plain', '$argon2id$', 'pbkdf2_sha256$1$a$b', '$argon2id$v=19$m=1,t=1,p=1$A$B'])(
  '[T6] an unusable hash matches nothing: %j',
  async (stored) => {
    expect(await check(stored, 'plain')).toBe(false)
    expect(await check(stored, '')).toBe(false)
  },
)

test('[T1] an unknown user costs the same work as a known one', async () => {
  const stored = await hash('right')
  verify.mockClear()
  await check(stored, 'wrong')
  await verifyNothing('wrong')
  await check(null, 'wrong')
  const costs = verify.mock.calls.map(([hashed]) => {
    const { algorithm, memoryCost, timeCost, parallelism, outputLen, saltLen } = argon2.parseOptions(hashed)
    return { algorithm, memoryCost, timeCost, parallelism, outputLen, saltLen }
  })
  expect(costs).toHaveLength(3)
  expect(costs[1]).toEqual(costs[0])
  expect(costs[2]).toEqual(costs[0])
})

test('an over-long password is refused without work', async () => {
  const long = 'a'.repeat(PASSWORD_MAX_LENGTH + 1)
  await expect(hash(long)).rejects.toThrow(RangeError)
  const stored = await hash('a'.repeat(PASSWORD_MAX_LENGTH))
  verify.mockClear()
  expect(await check(stored, long)).toBe(false)
  expect(verify).not.toHaveBeenCalled()
})

test('a flood of logins runs two at a time and beyond its queue is turned away', async () => {
  const small = passwords({ atOnce: 2, waiting: 3 })
  let running = 0
  let most = 0
  verify.mockImplementation(async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    return false
  })
  const results = await Promise.allSettled(Array.from({ length: 9 }, () => small.verifyNothing('x')))
  expect(most).toBe(2)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(4)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(PasswordsBusy)
  expect(await small.verifyNothing('x')).toBe(false)
})
