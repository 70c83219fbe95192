// Pages of the server that belong to an account, and its address in the API.
export const PROFILE = '/api/v1/users/profile/'

export const MFA = {
  enable: '/core/auth/profile/otp/enable/start/',
  disable: '/core/auth/profile/otp/disable/authentication/',
  update: '/core/auth/profile/otp/update/',
} as const

export const GENERATE_KEY = '/core/auth/profile/pubkey/generate/'
