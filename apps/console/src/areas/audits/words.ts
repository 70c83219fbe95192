import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = {
  loginLog: t('登录日志', 'Login logs'),
  ftpLog: t('FTP日志', 'FTP logs'),
  operateLog: t('操作日志', 'Operation logs'),
  passwordLog: t('改密日志', 'Password update logs'),
  type: t('登录方式', 'Type'),
  backend: t('认证方式', 'Backend'),
  city: t('登录城市', 'City'),
  success: t('成功', 'Success'),
  failed: t('失败', 'Failed'),
  changes: t('变更', 'Changes'),
  view: t('查看', 'View'),
  viewOf: t(
    (what: string) => `查看变更：${what}`,
    (what: string) => `View the changes of ${what}`,
  ),
  changesOf: t(
    (what: string) => `变更内容：${what}`,
    (what: string) => `Changes: ${what}`,
  ),
  field: t('字段', 'Field'),
  before: t('变更前', 'Before'),
  after: t('变更后', 'After'),
  value: t('值', 'Value'),
  hidden: t('（已隐藏）', '(hidden)'),
  empty: t('空', 'empty'),
  added: t('新增', 'Added'),
  removed: t('移除', 'Removed'),
  by: t(
    (user: string, at: string) => `${user}，${at}`,
    (user: string, at: string) => `By ${user}, ${at}`,
  ),
}

export const say = messages(words)

/** Why a login failed, by the code of the log. */
export const reasons = messages({
  password_failed: t('用户名或密码错误', 'Wrong username or password'),
  password_decrypt_failed: t('密码无法解密', 'The password could not be decrypted'),
  mfa_failed: t('MFA 验证失败', 'Wrong MFA code'),
  mfa_unset: t('未设置 MFA', 'MFA is not set up'),
  user_not_exist: t('用户不存在', 'No such user'),
  password_expired: t('密码已过期', 'The password has expired'),
  password_too_simple: t('密码过于简单', 'The password is too simple'),
  user_invalid: t('账号无效或已过期', 'The account is not valid or has expired'),
  user_inactive: t('账号已禁用', 'The account is disabled'),
  user_expired: t('账号已过期', 'The account has expired'),
  backend_not_match: t('认证方式不匹配', 'Not by this way of login'),
  acl_not_allow: t('登录规则不允许', 'Refused by a login rule'),
  block_login: t('登录已被锁定', 'The login is locked'),
})
