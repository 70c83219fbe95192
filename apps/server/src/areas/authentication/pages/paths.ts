// Where the pages send people. The addresses are those of the reference, so old bookmarks and the console keep working.

export const paths = {
  home: '/',
  console: '/ui/',
  account: '/core/auth/profile/',
  apiDocs: '/api/docs/',
  login: '/core/auth/login/',
  guard: '/core/auth/login/guard/',
  otp: '/core/auth/login/otp/',
  logout: '/core/auth/logout/',
  forgot: '/core/auth/password/forgot/',
  forgotSent: '/core/auth/password/forgot/sendmail-success/',
  reset: '/core/auth/password/reset/',
  resetSuccess: '/core/auth/password/reset/success/',
  tooSimple: '/core/auth/password/too-simple-flash-msg/',
  expired: '/core/auth/password/has-expired-msg/',
  verify: '/core/auth/password/verify/',
  otpEnable: '/core/auth/profile/otp/enable/start/',
  otpInstall: '/core/auth/profile/otp/enable/install-app/',
  otpBind: '/core/auth/profile/otp/enable/bind/',
  otpDisable: '/core/auth/profile/otp/disable/authentication/',
  otpUpdate: '/core/auth/profile/otp/update/',
  otpSuccess: '/core/auth/profile/otp/settings-success/',
  sshKey: '/core/auth/profile/pubkey/generate/',
  css: '/core/static/auth.css',
  js: '/core/static/auth.js',
  logo: '/core/static/logo.svg',
} as const

export const languagePath = (language: 'zh-hans' | 'en', next: string) =>
  `/core/i18n/${language}/?next=${encodeURIComponent(next)}`
