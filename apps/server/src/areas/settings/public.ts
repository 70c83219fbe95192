// What a browser needs before anybody has logged in. Anonymous: no secret, no version, no name of a person.
import { loginTitleOf, settings } from '@drawbridge/model'
import { computed, flag, label, list, object, text } from '@drawbridge/resource'
import { capabilities, type PublicSettings } from '@drawbridge/wire'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'

const LOGO_URLS: PublicSettings['LOGO_URLS'] = {
  logo_logout: '/core/static/logo.svg',
  logo_index: '/core/static/logo-text.svg',
  login_image: '/core/static/login-image.svg',
  favicon: '/core/static/logo.svg',
}

export const publicSettings = ({ services, reader }: Ctx): PublicSettings => {
  const { values } = services.settings
  return {
    WINDOWS_SKIP_ALL_MANUAL_PASSWORD: values.WINDOWS_SKIP_ALL_MANUAL_PASSWORD,
    SECURITY_MAX_IDLE_TIME: values.SECURITY_MAX_IDLE_TIME,
    // The extension is part of the product; what it offers depends on the licence.
    XPACK_ENABLED: true,
    XPACK_LICENSE_IS_VALID: services.licence.at(reader.now).state === 'valid',
    LOGIN_CONFIRM_ENABLE: values.LOGIN_CONFIRM_ENABLE,
    SECURITY_VIEW_AUTH_NEED_MFA: values.SECURITY_VIEW_AUTH_NEED_MFA,
    SECURITY_MFA_VERIFY_TTL: values.SECURITY_MFA_VERIFY_TTL,
    SECURITY_COMMAND_EXECUTION: values.SECURITY_COMMAND_EXECUTION,
    SECURITY_PASSWORD_EXPIRATION_TIME: values.SECURITY_PASSWORD_EXPIRATION_TIME,
    LOGIN_TITLE: loginTitleOf(values, reader.lang),
    LOGO_URLS,
    TICKETS_ENABLED: values.TICKETS_ENABLED,
    PASSWORD_RULE: {
      SECURITY_PASSWORD_MIN_LENGTH: values.SECURITY_PASSWORD_MIN_LENGTH,
      SECURITY_PASSWORD_UPPER_CASE: values.SECURITY_PASSWORD_UPPER_CASE,
      SECURITY_PASSWORD_LOWER_CASE: values.SECURITY_PASSWORD_LOWER_CASE,
      SECURITY_PASSWORD_NUMBER: values.SECURITY_PASSWORD_NUMBER,
      SECURITY_PASSWORD_SPECIAL_CHAR: values.SECURITY_PASSWORD_SPECIAL_CHAR,
    },
    CAPABILITIES: capabilities,
  }
}

const shape = {
  WINDOWS_SKIP_ALL_MANUAL_PASSWORD: settings.WINDOWS_SKIP_ALL_MANUAL_PASSWORD,
  SECURITY_MAX_IDLE_TIME: settings.SECURITY_MAX_IDLE_TIME,
  XPACK_ENABLED: flag(label('企业扩展', 'X-Pack')),
  XPACK_LICENSE_IS_VALID: flag(label('许可证有效', 'License is valid')),
  LOGIN_CONFIRM_ENABLE: settings.LOGIN_CONFIRM_ENABLE,
  SECURITY_VIEW_AUTH_NEED_MFA: settings.SECURITY_VIEW_AUTH_NEED_MFA,
  SECURITY_MFA_VERIFY_TTL: settings.SECURITY_MFA_VERIFY_TTL,
  SECURITY_COMMAND_EXECUTION: settings.SECURITY_COMMAND_EXECUTION,
  SECURITY_PASSWORD_EXPIRATION_TIME: settings.SECURITY_PASSWORD_EXPIRATION_TIME,
  LOGIN_TITLE: settings.LOGIN_TITLE,
  LOGO_URLS: computed('nested object', label('图标地址', 'Logo URLs')),
  TICKETS_ENABLED: settings.TICKETS_ENABLED,
  PASSWORD_RULE: object(label('密码规则', 'Password rule'), {
    SECURITY_PASSWORD_MIN_LENGTH: settings.SECURITY_PASSWORD_MIN_LENGTH,
    SECURITY_PASSWORD_UPPER_CASE: settings.SECURITY_PASSWORD_UPPER_CASE,
    SECURITY_PASSWORD_LOWER_CASE: settings.SECURITY_PASSWORD_LOWER_CASE,
    SECURITY_PASSWORD_NUMBER: settings.SECURITY_PASSWORD_NUMBER,
    SECURITY_PASSWORD_SPECIAL_CHAR: settings.SECURITY_PASSWORD_SPECIAL_CHAR,
  }),
  CAPABILITIES: list(label('能力', 'Capabilities'), text(label('能力', 'Capability'))),
} satisfies Record<keyof PublicSettings, unknown>

export const publicRoute: Route = {
  method: 'GET',
  path: '/api/v1/settings/public/',
  access: ['anonymous'],
  doc: {
    summary: label('公开设置', 'Public settings'),
    area: 'settings',
    gives: { data: object(label('公开设置', 'Public settings'), shape) },
  },
  run: async ({ ctx }) => ok({ data: publicSettings(ctx) }),
}
