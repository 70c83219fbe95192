import { expect, test } from 'vitest'
import { qrSvg } from './qr.ts'

const uri = 'otpauth://totp/Drawbridge:ann?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Drawbridge'

test('a QR code is one svg of bare paths, as a strict content policy asks', async () => {
  const svg = await qrSvg(uri)
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"[^>]*>(<path [^>]*\/>)+<\/svg>$/)
  expect(svg).not.toContain('style=')
})

test('[T34] hostile text is drawn, never written', async () => {
  expect(await qrSvg('<script>alert(1)</script>')).not.toContain('script')
})
