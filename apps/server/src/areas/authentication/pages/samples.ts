// Every page in every state worth looking at, for the tests. `text` stands for whatever a stranger may choose.

import { forgotPasswordPage } from './forgot-password.ts'
import { forgotSentPage } from './forgot-sent.ts'
import { homePage } from './home.ts'
import type { Frame } from './layout.ts'
import { loginPage } from './login.ts'
import { logoutPage } from './logout.ts'
import { messagePage } from './message.ts'
import { notFoundPage } from './not-found.ts'
import { otpPage } from './otp.ts'
import { otpBindPage } from './otp-bind.ts'
import { otpDisablePage } from './otp-disable.ts'
import { otpEnableStartPage } from './otp-enable-start.ts'
import { otpInstallAppPage } from './otp-install-app.ts'
import { otpSettingsSuccessPage } from './otp-settings-success.ts'
import { otpUpdatePage } from './otp-update.ts'
import { passwordExpiredPage } from './password-expired.ts'
import { passwordTooSimplePage } from './password-too-simple.ts'
import { passwordVerifyPage } from './password-verify.ts'
import { qrSvg } from './qr.ts'
import { resetPasswordPage } from './reset-password.ts'
import { resetSuccessPage } from './reset-success.ts'
import { serverErrorPage } from './server-error.ts'
import { sshKeyPage } from './ssh-key.ts'
import { type Lang, words } from './words.ts'

export type Sample = (lang: Lang, text?: string) => string

const qr = await qrSvg('otpauth://totp/Drawbridge:ann?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Drawbridge')

const frame = (lang: Lang, text?: string): Frame => ({
  lang,
  brand: { loginTitle: text ?? { zh: '欢迎使用吊桥', en: 'Welcome to Drawbridge' }[lang] },
  here: text ?? '/core/auth/login/?next=%2Fui%2F',
})

const asking = (lang: Lang, text?: string) => ({ ...frame(lang, text), csrf: text ?? 'c5Rf', next: text ?? '/ui/' })

const rules = { minLength: 8, upper: true, lower: true, number: true, special: true }

export const samples: Readonly<Record<string, Sample>> = {
  login: (lang, text) => loginPage(asking(lang, text)),
  'login-refused': (lang, text) =>
    loginPage({
      ...asking(lang, text),
      username: text ?? 'ann',
      problems: [{ text: text ?? words.problem.credentials[lang] }],
    }),
  'login-locked': (lang, text) => loginPage({ ...asking(lang, text), username: text ?? 'ann', lockedMinutes: 29.2 }),
  'login-notice': (lang, text) =>
    loginPage({ ...asking(lang, text), autoLogin: true, notices: [text ?? words.problem.session[lang]] }),
  'login-branded': (lang, text) => {
    const given = asking(lang, text)
    const brand = {
      ...given.brand,
      logoUrl: text ?? '/b.svg',
      imageUrl: text ?? '/p.svg',
      faviconUrl: text ?? '/f.ico',
    }
    return loginPage({ ...given, brand, nonce: text ?? 'n0nce' })
  },
  otp: (lang, text) => otpPage(asking(lang, text)),
  'otp-refused': (lang, text) =>
    otpPage({ ...asking(lang, text), problems: [{ field: 'otp_code', text: text ?? words.problem.code[lang] }] }),
  'forgot-password': (lang, text) => forgotPasswordPage({ ...asking(lang, text), email: text }),
  'forgot-sent': (lang, text) => forgotSentPage(frame(lang, text)),
  'reset-password': (lang, text) => resetPasswordPage({ ...asking(lang, text), rules, token: text ?? 'once' }),
  'reset-password-refused': (lang, text) =>
    resetPasswordPage({
      ...asking(lang, text),
      rules,
      problems: [
        { text: text ?? words.problem.form[lang] },
        { field: 'new_password', text: text ?? words.problem.weak[lang] },
        { field: 'new_password', text: text ?? words.tooSimple.text[lang] },
        { field: 'confirm_password', text: text ?? words.problem.mismatch[lang] },
      ],
    }),
  'reset-success': (lang, text) => resetSuccessPage(frame(lang, text)),
  'password-too-simple': (lang, text) =>
    passwordTooSimplePage({ ...frame(lang, text), resetUrl: text ?? '/core/auth/password/reset/' }),
  'password-expired': (lang, text) =>
    passwordExpiredPage({ ...frame(lang, text), resetUrl: text ?? '/core/auth/password/reset/' }),
  'password-verify': (lang, text) =>
    passwordVerifyPage({ ...asking(lang, text), username: text ?? 'ann', cancelUrl: text }),
  'otp-enable-start': (lang, text) =>
    otpEnableStartPage({ ...asking(lang, text), username: text ?? 'ann', cancelUrl: text }),
  'otp-install-app': (lang, text) => otpInstallAppPage({ ...frame(lang, text), bindUrl: text, cancelUrl: text }),
  'otp-bind': (lang, text) =>
    otpBindPage({ ...asking(lang, text), qr, secret: text ?? 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', cancelUrl: text }),
  'otp-disable': (lang, text) => otpDisablePage({ ...asking(lang, text), cancelUrl: text }),
  'otp-update': (lang, text) => otpUpdatePage({ ...asking(lang, text), cancelUrl: text }),
  'otp-settings-success': (lang, text) => otpSettingsSuccessPage({ ...frame(lang, text), change: 'enabled' }),
  'ssh-key': (lang, text) => sshKeyPage({ ...frame(lang, text), csrf: text ?? 'c5Rf' }),
  logout: (lang, text) => logoutPage({ ...frame(lang, text), loginUrl: text }),
  message: (lang, text) =>
    messagePage({
      ...frame(lang, text),
      title: text ?? words.tooSimple.title[lang],
      text: text ?? words.tooSimple.text[lang],
      tone: 'danger',
      link: { text: text ?? words.frame.home[lang], url: text ?? '/ui/' },
      refresh: { seconds: 600, url: text ?? '/ui/' },
    }),
  'not-found': (lang, text) => notFoundPage(frame(lang, text)),
  'server-error': (lang, text) => serverErrorPage({ ...frame(lang, text), reference: text ?? 'req-7f3a91' }),
  home: (lang, text) =>
    homePage({
      ...frame(lang, text),
      csrf: text ?? 'c5Rf',
      user: {
        name: text ?? 'Ann Example',
        username: text ?? 'ann',
        email: text ?? 'ann@example.com',
        role: text ?? { zh: '系统管理员', en: 'System administrator' }[lang],
      },
      organisation: text ?? 'Default',
      mfa: 'on',
      notices: text ? [text] : [],
    }),
  'home-off': (lang, text) =>
    homePage({
      ...frame(lang, text),
      csrf: 'c5Rf',
      user: { name: 'Bo', username: 'bo' },
      organisation: 'Default',
      mfa: 'off',
    }),
}
