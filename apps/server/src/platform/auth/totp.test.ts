import { HOTP, Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { newTotpSecret, totpUri, verifyTotp } from './totp.ts'

// RFC 6238, appendix B: the SHA-1 key, its times and the last six digits of its codes.
const secret = Secret.fromLatin1('12345678901234567890').base32
const at = (seconds: number) => new Date(seconds * 1000)
const codeAt = (seconds: number) =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: Math.floor(seconds / 30) })

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
])('the codes are those of RFC 6238 at %i', (seconds, code) => {
  expect(verifyTotp({ secret, code, now: at(seconds) })).toEqual({ ok: true, step: Math.floor(seconds / 30) })
})

test('two steps each side are accepted, three are not', () => {
  const now = at(1_600_000_000)
  const steps = [-3, -2, -1, 0, 1, 2, 3].filter(
    (step) => verifyTotp({ secret, code: codeAt(1_600_000_000 + step * 30), now }).ok,
  )
  expect(steps).toEqual([-2, -1, 0, 1, 2])
})

test('[T2] a code that was used, and any older one, is spent', () => {
  const now = at(1_600_000_000)
  const code = codeAt(1_600_000_000)
  const first = verifyTotp({ secret, code, now })
  expect(first.ok).toBe(true)
  expect(verifyTotp({ secret, code, now, lastStep: first.step }).ok).toBe(false)
  expect(verifyTotp({ secret, code: codeAt(1_600_000_000 - 30), now, lastStep: first.step }).ok).toBe(false)
  expect(verifyTotp({ secret, code: codeAt(1_600_000_000 + 30), now, lastStep: first.step }).ok).toBe(true)
})

test.each(['', ' ', '12345', '1234567', '12345a', '１２３４５６', ' 87082', '287082\n', '-87082', '2.8708'])(
  '[T6] what is not six digits is refused: %j',
  (code) => {
    expect(verifyTotp({ secret, code, now: at(59) })).toEqual({ ok: false })
  },
)

test.each(['', 'A', 'MFRGG', '!!!!!!!!!!!!!!!!', '1'])(
  '[T6] an empty or damaged secret accepts no code: %j',
  (broken) => {
    const code = HOTP.generate({ secret: new Secret({ buffer: new ArrayBuffer(0) }), counter: 1 })
    expect(verifyTotp({ secret: broken, code, now: at(59) })).toEqual({ ok: false })
  },
)

test('[T1] secrets are 160 bits in base32', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
  expect(newTotpSecret(() => Buffer.from('12345678901234567890'))).toBe(secret)
})

test('the URI names issuer and account', () => {
  const uri = new URL(totpUri({ secret, issuer: 'Draw Bridge', account: 'ann@example.com' }))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Draw Bridge:ann@example.com')
  expect(uri.searchParams.get('secret')).toBe(secret)
  expect(uri.searchParams.get('issuer')).toBe('Draw Bridge')
  expect(uri.searchParams.get('period')).toBe('30')
})
