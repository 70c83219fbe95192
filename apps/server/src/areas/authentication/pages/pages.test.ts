import { describe, expect, test } from 'vitest'
import { authCss } from './auth-css.ts'
import { authJs } from './auth-js.ts'
import { homePage } from './home.ts'
import { resetPasswordPage } from './reset-password.ts'
import { samples } from './samples.ts'

const languages = ['zh', 'en'] as const
const cases = Object.entries(samples).flatMap(([name, sample]) => languages.map((lang) => ({ name, lang, sample })))

describe.each(cases)('$name in $lang', ({ lang, sample }) => {
  const markup = sample(lang)

  test('has one h1, a title, landmarks and its language', () => {
    expect(markup).toMatch(/^<!doctype html>\n<html lang="/)
    expect(markup).toContain(lang === 'zh' ? '<html lang="zh-Hans">' : '<html lang="en">')
    expect(markup.match(/<h1[ >]/g)).toHaveLength(1)
    expect(markup).toMatch(/<title>[^<]+ - (吊桥|Drawbridge)<\/title>/)
    expect(markup.match(/<main>/g)).toHaveLength(1)
  })

  test('every input has a label, and every reference its target', () => {
    for (const [tag] of markup.matchAll(/<input [^>]*>/g)) {
      if (/type="hidden"| hidden /.test(tag)) continue
      const id = tag.match(/ id="([^"]+)"/)?.[1]
      const wrapped = new RegExp(`<label class="check"><input [^>]*id="${id}"[^>]*>[^<]+</label>`)
      expect(markup.includes(`<label for="${id}">`) || wrapped.test(markup)).toBe(true)
    }
    const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const references = markup.matchAll(/ (?:for|href|aria-describedby|aria-labelledby|aria-controls)="(#?[^"/]+)"/g)
    for (const [, list = ''] of references) for (const id of list.split(' ')) expect(ids).toContain(id.replace('#', ''))
  })

  test('speaks only its own language, and says nothing undefined', () => {
    expect(markup).not.toMatch(/undefined|null|NaN|\[object|=> /)
    const spoken = markup.replace(/<nav class="languages".*?<\/nav>/s, '')
    if (lang === 'en') expect(spoken).not.toMatch(/\p{Script=Han}/u)
    else expect(spoken).toMatch(/\p{Script=Han}/u)
  })

  test('[T34] needs no inline script or style', () => {
    expect(markup).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
    for (const [, inside] of markup.matchAll(/<script[^>]*>(.*?)<\/script>/gs)) expect(inside).toBe('')
  })

  test.each([
    '"><script>alert(1)</script><img src=x onerror=alert(1)>',
    "' autofocus onfocus='alert(1)",
    '</title></main><h1>',
    'javascript:alert(1)',
  ])('[T34] [T9] shows %j as text and never as a target', (text) => {
    const attacked = sample(lang, text)
    expect(attacked).not.toMatch(/<script>|<img src=x|onfocus='|<\/title><\/main>/)
    expect(attacked.match(/<h1[ >]/g)).toHaveLength(1)
    expect(attacked).not.toMatch(/ (?:href|src|action|data-go)="(?![/#])/)
    expect(attacked).not.toMatch(/;url=(?!\/)/)
  })

  test('[T12] every form posts, to an address without secrets, with its token', () => {
    const forms = markup.match(/<form /g)?.length ?? 0
    expect(markup.match(/<form method="post" action="\/core\/auth\/[a-z/]+"/g)?.length ?? 0).toBe(forms)
    expect(markup.match(/name="csrfmiddlewaretoken" value="c5Rf"/g)?.length ?? 0).toBe(forms)
  })
})

const login = (lang: 'zh' | 'en') => samples.login!(lang)

test('fields tell password managers and phones what they are', () => {
  expect(login('zh')).toMatch(/name="username" [^>]*autocomplete="username"/)
  expect(login('zh')).toMatch(/name="password" [^>]*autocomplete="current-password"/)
  expect(samples['reset-password']!('zh')).toMatch(/name="new_password" [^>]*autocomplete="new-password"/)
  expect(samples.otp!('zh')).toMatch(/name="otp_code" [^>]*inputmode="numeric" [^>]*autocomplete="one-time-code"/)
})

test('a problem is announced, leads to its field, and the field refers to it', () => {
  const otp = samples['otp-refused']!('en')
  expect(otp).toMatch(/role="alert">.*<a id="otp_code-summary" href="#otp_code">Wrong or expired code/s)
  expect(otp).toMatch(/name="otp_code" [^>]*aria-invalid="true" aria-describedby="otp_code-summary otp_code-hint"/)
  const reset = samples['reset-password-refused']!('en')
  expect(reset).toMatch(/name="confirm_password" [^>]*aria-describedby="confirm_password-problem"/)
  expect(reset.match(/ autofocus/g)).toHaveLength(1)
})

test('after a refused login the name is kept, the password is not, and typing goes on there', () => {
  const refused = samples['login-refused']!('en')
  expect(refused).toMatch(/name="username" [^>]*value="ann"/)
  expect(refused).toMatch(/name="password" (?![^>]*value=)[^>]*autofocus/)
})

test('a lock says how long it lasts, in whole minutes', () => {
  expect(samples['login-locked']!('zh')).toContain('请 30 分钟后再试')
  expect(samples['login-locked']!('en')).toContain('in 30 minutes')
})

test('[T9] only an own path is kept as next', () => {
  expect(login('zh')).toContain('name="next" value="/ui/"')
  expect(samples.login!('zh', '//evil.example')).not.toContain('name="next"')
})

test('[T12] a reset token goes into the body and into no link', () => {
  const here = '/core/auth/password/reset/?token=s3cret'
  const rules = { minLength: 8, upper: false, lower: false, number: false, special: false }
  const brand = { loginTitle: 'x' }
  const markup = resetPasswordPage({ lang: 'en', brand, here, csrf: 'c', rules, token: 's3cret' })
  expect(markup.match(/s3cret/g)).toHaveLength(1)
  expect(markup).toContain('<input type="hidden" name="token" value="s3cret">')
})

test('the other language is one link away and comes back here', () => {
  const back = '/core/i18n/en/?next=%2Fcore%2Fauth%2Flogin%2F%3Fnext%3D%252Fui%252F'
  expect(login('zh')).toContain(`<a href="${back}" lang="en" hreflang="en">English</a>`)
})

test('logging out returns to the login page after a second, with scripts or without', () => {
  expect(samples.logout!('zh')).toContain('<meta http-equiv="refresh" content="1;url=/core/auth/login/">')
  expect(samples.logout!('zh')).toContain('data-go="/core/auth/login/" data-after="1"')
})

test('the secret to type stands in groups of four', () => {
  expect(samples['otp-bind']!('en')).toContain('<code>JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP</code>')
})

test('a person forced to use MFA is not offered to disable it', () => {
  const brand = { loginTitle: 'x' }
  const user = { name: 'Ann', username: 'ann' }
  const markup = homePage({ lang: 'en', brand, csrf: 'c', user, organisation: 'Default', mfa: 'forced' })
  expect(markup).not.toContain('/otp/disable/')
  expect(markup).toContain('/otp/update/')
})

test('a page, its style and its script are small', () => {
  expect(login('zh').length).toBeLessThan(4_000)
  expect(authCss.length).toBeLessThan(12_000)
  expect(authJs.length).toBeLessThan(4_000)
})

test('the script parses, the style closes what it opens', () => {
  expect(() => new Function(authJs)).not.toThrow()
  expect(authCss.match(/{/g)?.length).toBe(authCss.match(/}/g)?.length)
})
