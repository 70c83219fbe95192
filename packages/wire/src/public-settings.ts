// What anybody may know of an installation before logging in. Nothing here may help a stranger.

/** What our server can do beyond the contract; the console hides what is not named. */
export const capabilities = ['audit-diff', 'etag', 'explain', 'licence-state', 'openapi', 'replay-page'] as const
export type Capability = (typeof capabilities)[number]

export interface PublicSettings {
  readonly WINDOWS_SKIP_ALL_MANUAL_PASSWORD: boolean
  /** Minutes. */
  readonly SECURITY_MAX_IDLE_TIME: number
  readonly XPACK_ENABLED: boolean
  readonly XPACK_LICENSE_IS_VALID: boolean
  readonly LOGIN_CONFIRM_ENABLE: boolean
  readonly SECURITY_VIEW_AUTH_NEED_MFA: boolean
  /** Seconds. */
  readonly SECURITY_MFA_VERIFY_TTL: number
  readonly SECURITY_COMMAND_EXECUTION: boolean
  /** Days. */
  readonly SECURITY_PASSWORD_EXPIRATION_TIME: number
  readonly LOGIN_TITLE: string
  readonly LOGO_URLS: {
    readonly logo_logout: string
    readonly logo_index: string
    readonly login_image: string
    readonly favicon: string
  }
  readonly TICKETS_ENABLED: boolean
  readonly PASSWORD_RULE: {
    readonly SECURITY_PASSWORD_MIN_LENGTH: number
    readonly SECURITY_PASSWORD_UPPER_CASE: boolean
    readonly SECURITY_PASSWORD_LOWER_CASE: boolean
    readonly SECURITY_PASSWORD_NUMBER: boolean
    readonly SECURITY_PASSWORD_SPECIAL_CHAR: boolean
  }
  readonly CAPABILITIES: readonly string[]
}
