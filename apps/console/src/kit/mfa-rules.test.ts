import { expect, test, vi } from 'vitest'
import { Failure } from '../api/failure.ts'
import { needsMfa, verifyMfa } from './mfa-rules.ts'

const settings = { SECURITY_VIEW_AUTH_NEED_MFA: true, SECURITY_MFA_VERIFY_TTL: 3600 } as never
const NOW = 10_000_000_000

const steps = (send: () => Promise<unknown> = async () => undefined) => ({ send: vi.fn(send), remember: vi.fn() })

test('[MFA-01] [MFA-02] [MFA-03] [CONST-17] a code of another length than 6 is refused without a call', async () => {
  for (const code of ['', '12345', '1234567']) {
    const { send, remember } = steps()
    expect(await verifyMfa(code, { send, remember })).toBe('MFA错误，请检查')
    expect(send).not.toHaveBeenCalled()
    expect(remember).not.toHaveBeenCalled()
  }
})

test('[MFA-04] the moment is kept when the code was taken, and only then', async () => {
  const good = steps()
  expect(await verifyMfa('123456', good)).toBeUndefined()
  expect(good.send).toHaveBeenCalledWith('123456')
  expect(good.remember).toHaveBeenCalledOnce()
  const bad = steps(async () => {
    throw new Failure('refused', 400, { error: 'Code is invalid' })
  })
  expect(await verifyMfa('123456', bad)).toBe('Code is invalid')
  expect(bad.remember).not.toHaveBeenCalled()
})

test.each([
  ['MFA-06 never verified', undefined, true],
  ['MFA-06 verified longer ago than the TTL', NOW - 3_600_001, true],
  ['[MFA-05] MFA-08 [CONST-18] verified within the TTL', NOW - 3_600_000, false],
  ['MFA-08 verified now', NOW, false],
])('%s', (_, mfaVerified, needed) => {
  expect(needsMfa({ settings, mfaVerified }, NOW)).toBe(needed)
})

test('MFA-07 nothing is asked where the settings do not ask for it', () => {
  expect(needsMfa({ settings: { SECURITY_VIEW_AUTH_NEED_MFA: false } as never, mfaVerified: undefined }, NOW)).toBe(
    false,
  )
})
