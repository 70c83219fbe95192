// The forms of the settings: which fields stand where. Their labels, help texts and limits come from the server.
import type { FormSpec } from '../../kit/spec.ts'
import { words } from './words.ts'

type Category = Pick<FormSpec, 'groups' | 'field' | 'clean'>

export const categories = {
  basic: {
    groups: [{ title: words.basicInfo, fields: ['SITE_URL', 'USER_GUIDE_URL', 'FORGOT_PASSWORD_URL'] }],
  },
  email: {
    groups: [
      { title: words.basicInfo, fields: ['EMAIL_HOST', 'EMAIL_PORT', 'EMAIL_HOST_USER', 'EMAIL_HOST_PASSWORD'] },
      { title: words.securityGroup, fields: ['EMAIL_USE_SSL', 'EMAIL_USE_TLS'] },
      { title: words.mailSend, fields: ['EMAIL_FROM', 'EMAIL_SUBJECT_PREFIX'] },
      { title: words.other, fields: ['EMAIL_RECIPIENT'] },
    ],
    clean: withoutEmpty('EMAIL_HOST_PASSWORD'),
  },
  email_content: {
    groups: [
      {
        title: words.createUserMail,
        fields: [
          'EMAIL_CUSTOM_USER_CREATED_SUBJECT',
          'EMAIL_CUSTOM_USER_CREATED_HONORIFIC',
          'EMAIL_CUSTOM_USER_CREATED_BODY',
          'EMAIL_CUSTOM_USER_CREATED_SIGNATURE',
        ],
      },
    ],
    field: { EMAIL_CUSTOM_USER_CREATED_BODY: { rows: 3 } },
  },
  ldap: {
    groups: [
      {
        title: words.ldapServer,
        fields: ['AUTH_LDAP_SERVER_URI', 'AUTH_LDAP_BIND_DN', 'AUTH_LDAP_BIND_PASSWORD'],
      },
      {
        title: words.ldapUser,
        fields: ['AUTH_LDAP_SEARCH_OU', 'AUTH_LDAP_SEARCH_FILTER', 'AUTH_LDAP_USER_ATTR_MAP'],
      },
      { title: words.other, fields: ['AUTH_LDAP'] },
    ],
    clean: withoutEmpty('AUTH_LDAP_BIND_PASSWORD'),
  },
  terminal: {
    groups: [
      {
        title: words.koko,
        fields: [
          'TERMINAL_PASSWORD_AUTH',
          'TERMINAL_PUBLIC_KEY_AUTH',
          'TERMINAL_ASSET_LIST_SORT_BY',
          'TERMINAL_ASSET_LIST_PAGE_SIZE',
          'TERMINAL_TELNET_REGEX',
        ],
      },
      { title: words.other, fields: ['TERMINAL_HEARTBEAT_INTERVAL', 'TERMINAL_SESSION_KEEP_DURATION'] },
    ],
  },
  security: {
    // An unticked box is an answer too.
    field: { SECURITY_SERVICE_ACCOUNT_REGISTRATION: { required: false } },
    groups: [
      {
        title: words.basicGroup,
        fields: ['SECURITY_COMMAND_EXECUTION', 'SECURITY_SERVICE_ACCOUNT_REGISTRATION', 'SECURITY_MAX_IDLE_TIME'],
      },
      {
        title: words.authorization,
        fields: [
          'SECURITY_MFA_AUTH',
          'SECURITY_LOGIN_LIMIT_COUNT',
          'SECURITY_LOGIN_LIMIT_TIME',
          'SECURITY_PASSWORD_EXPIRATION_TIME',
        ],
      },
      {
        title: words.passwordRule,
        fields: [
          'SECURITY_PASSWORD_MIN_LENGTH',
          'SECURITY_PASSWORD_UPPER_CASE',
          'SECURITY_PASSWORD_LOWER_CASE',
          'SECURITY_PASSWORD_NUMBER',
          'SECURITY_PASSWORD_SPECIAL_CHAR',
        ],
      },
      {
        title: words.insecureCommand,
        fields: ['SECURITY_INSECURE_COMMAND', 'SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER'],
      },
    ],
  },
} satisfies Record<string, Category>

export type CategoryName = keyof typeof categories

/** The saved secret stays when no other was typed. */
function withoutEmpty(name: string) {
  return ({ [name]: secret, ...values }: Record<string, any>): Record<string, any> =>
    secret ? { ...values, [name]: secret } : values
}
