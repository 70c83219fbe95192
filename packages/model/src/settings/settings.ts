// The settings of an installation, by the page they stand on. Their names are the wire's names.
import {
  choice,
  email,
  type Fields,
  flag,
  Invalid,
  integer,
  json,
  type Label,
  type Lang,
  label,
  PORT,
  type Reader,
  refuse,
  secret,
  text,
  url,
  type ValueOf,
  words,
} from '@drawbridge/resource'

const LIMIT = 99_999
const numbered = (zh: string, en: string, preset: number, min: number, max = LIMIT, help?: Label) =>
  integer(label(zh, en), { required: true, default: preset, min, max, help })

/** A text whose form no single pattern can tell. */
const checked = (of: Label, options: { max: number; help?: Label }, isGood: (text: string) => boolean, why: Label) => {
  const plain = text(of, options)
  const parse = (raw: unknown, reader: Reader): string => {
    const value = plain.parse(raw, reader)
    return value === '' || isGood(value) ? value : refuse(why)
  }
  return { ...plain, parse }
}

const basic = {
  SITE_URL: url(label('当前站点URL', 'Site URL'), {
    required: true,
    default: 'http://localhost:8080',
    help: label('例如: http://dev.example.com:8080', 'eg: http://dev.example.com:8080'),
  }),
  USER_GUIDE_URL: url(label('用户向导URL', 'User guide URL'), { nullable: true }),
  FORGOT_PASSWORD_URL: url(label('忘记密码URL', 'Forgot password URL'), { nullable: true }),
}

const mail = {
  EMAIL_HOST: text(label('SMTP主机', 'SMTP host'), { required: true, max: 1024 }),
  EMAIL_PORT: text(label('SMTP端口', 'SMTP port'), {
    required: true,
    max: 5,
    // A text for its clients, and a port all the same: 1 to 65535.
    pattern: {
      test: /^0*([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/,
      otherwise: words.port,
    },
  }),
  EMAIL_HOST_USER: text(label('SMTP账号', 'SMTP account'), { required: true, max: 128 }),
  EMAIL_HOST_PASSWORD: secret(label('SMTP密码', 'SMTP password'), {
    max: 1024,
    help: label('部分邮件提供商要求输入授权码', 'Some providers want a token instead of the password'),
  }),
  EMAIL_FROM: text(label('发件人', 'Send user'), {
    max: 128,
    help: label('发送邮件账号，默认使用 SMTP 账号作为发送账号', 'The sender of mails, by default the SMTP account'),
  }),
  EMAIL_RECIPIENT: text(label('测试收件人', 'Test recipient'), {
    max: 128,
    help: label('仅用来作为测试邮件收件人', 'Used only as the recipient of the test mail'),
  }),
  EMAIL_USE_SSL: flag(label('使用SSL', 'Use SSL'), {
    default: false,
    help: label('如果SMTP端口是465，通常需要启用SSL', 'If SMTP port is 465, may be select'),
  }),
  EMAIL_USE_TLS: flag(label('使用TLS', 'Use TLS'), {
    default: false,
    help: label('如果SMTP端口是587，通常需要启用TLS', 'If SMTP port is 587, may be select'),
  }),
  EMAIL_SUBJECT_PREFIX: text(label('主题前缀', 'Subject prefix'), {
    required: true,
    max: 1024,
    default: '[Drawbridge] ',
  }),
}

const mailContent = {
  EMAIL_CUSTOM_USER_CREATED_SUBJECT: text(label('创建用户邮件的主题', 'Create user email subject'), { max: 1024 }),
  EMAIL_CUSTOM_USER_CREATED_HONORIFIC: text(label('创建用户邮件的敬语', 'Create user honorific'), { max: 1024 }),
  EMAIL_CUSTOM_USER_CREATED_BODY: text(label('创建用户邮件的内容', 'Create user email content'), { max: 4096 }),
  EMAIL_CUSTOM_USER_CREATED_SIGNATURE: text(label('署名', 'Signature'), { max: 512 }),
}

const ldap = {
  AUTH_LDAP_SERVER_URI: text(label('LDAP地址', 'LDAP server'), {
    required: true,
    max: 1024,
    default: 'ldap://localhost:389',
  }),
  AUTH_LDAP_BIND_DN: text(label('绑定DN', 'Bind DN'), { max: 1024 }),
  AUTH_LDAP_BIND_PASSWORD: secret(label('密码', 'Password'), { max: 1024 }),
  AUTH_LDAP_SEARCH_OU: text(label('用户OU', 'User OU'), {
    max: 1024,
    help: label('使用|分隔各OU', 'Use | split User OUs'),
  }),
  AUTH_LDAP_SEARCH_FILTER: text(label('用户过滤器', 'User search filter'), {
    required: true,
    max: 1024,
    default: '(cn=%(user)s)',
    help: label('可能的选项是(cn或uid或sAMAccountName=%(user)s)', 'Choice may be (cn|uid|sAMAccountName)=%(user)s)'),
  }),
  AUTH_LDAP_USER_ATTR_MAP: {
    ...json(label('LDAP属性映射', 'User attr map'), {
      required: true,
      default: { username: 'cn', name: 'sn', email: 'mail' },
      help: label(
        '用户属性映射代表怎样将LDAP中用户属性映射到本系统用户上，username, name, email 是本系统的属性',
        'How user attributes of LDAP map to username, name and email of this system',
      ),
    }),
    type: 'nested object' as const,
    child: text(label('LDAP属性', 'LDAP attribute')),
    parse: (raw: unknown): Record<string, string> => readAttributes(raw),
  },
  AUTH_LDAP: flag(label('启用LDAP认证', 'Enable LDAP auth'), { default: false }),
}

const NEEDED_ATTRIBUTES = ['username', 'name', 'email'] as const

/** An object of texts; a form without a structure of its own sends it as JSON text. */
const readAttributes = (raw: unknown): Record<string, string> => {
  const given = typeof raw === 'string' ? parsedJson(raw) : raw
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse(words.object)
  const entries = Object.entries(given)
  if (!entries.every(([, value]) => typeof value === 'string')) return refuse(words.text)
  const missing = NEEDED_ATTRIBUTES.filter((name) => !entries.some(([key, value]) => key === name && value !== ''))
  if (missing.length > 0) {
    const names = missing.join(', ')
    throw new Invalid([label(`缺少属性映射：${names}`, `Attributes without a mapping: ${names}`)])
  }
  return Object.fromEntries(entries) as Record<string, string>
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return refuse(words.json)
  }
}

const isRegex = (source: string): boolean => {
  try {
    return new RegExp(source) instanceof RegExp
  } catch {
    return false
  }
}

const terminal = {
  TERMINAL_PASSWORD_AUTH: flag(label('密码认证', 'Password auth'), { default: true }),
  TERMINAL_PUBLIC_KEY_AUTH: flag(label('密钥认证', 'Public key auth'), { default: true }),
  TERMINAL_ASSET_LIST_SORT_BY: choice(
    label('资产列表排序', 'List sort by'),
    [
      ['hostname', label('主机名', 'Hostname')],
      ['ip', label('IP', 'IP')],
    ],
    { default: 'hostname' },
  ),
  TERMINAL_ASSET_LIST_PAGE_SIZE: choice(
    label('资产列表每页数量', 'List page size'),
    [
      ['all', label('全部', 'All')],
      ['auto', label('自动', 'Auto')],
      ['10', label('10', '10')],
      ['15', label('15', '15')],
      ['25', label('25', '25')],
      ['50', label('50', '50')],
    ],
    { default: 'auto' },
  ),
  TERMINAL_HEARTBEAT_INTERVAL: integer(label('心跳间隔', 'Heartbeat interval'), {
    default: 20,
    min: 5,
    max: 3_600,
    help: label('单位：秒', 'Unit: second'),
  }),
  TERMINAL_SESSION_KEEP_DURATION: numbered(
    '会话日志保存时间',
    'Session keep duration',
    200,
    1,
    LIMIT,
    label('单位：天', 'Units: days'),
  ),
  TERMINAL_TELNET_REGEX: checked(
    label('Telnet 成功正则表达式', 'Telnet login regex'),
    {
      max: 1024,
      help: label('登录telnet服务器成功后的提示正则表达式', 'What a telnet server says after a login, as a regex'),
    },
    isRegex,
    label('不是有效的正则表达式。', 'Not a valid regular expression.'),
  ),
}

const isAddress = (text: string): boolean => /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(text)

const security = {
  SECURITY_MFA_AUTH: flag(label('全局启用 MFA 认证', 'Global MFA auth'), { default: false }),
  SECURITY_COMMAND_EXECUTION: flag(label('批量命令执行', 'Batch command execution'), { default: true }),
  SECURITY_SERVICE_ACCOUNT_REGISTRATION: flag(label('终端注册', 'Enable terminal register'), {
    required: true,
    default: true,
  }),
  SECURITY_LOGIN_LIMIT_COUNT: numbered('限制登录失败次数', 'Limit the number of login failures', 7, 3),
  SECURITY_LOGIN_LIMIT_TIME: numbered(
    '禁止登录时间间隔',
    'Block logon interval',
    30,
    5,
    LIMIT,
    label('单位：分', 'Unit: minute'),
  ),
  SECURITY_MAX_IDLE_TIME: integer(label('连接最大空闲时间', 'Connection max idle time'), {
    default: 30,
    min: 1,
    max: LIMIT,
    help: label('单位：分', 'Unit: minute'),
  }),
  SECURITY_PASSWORD_EXPIRATION_TIME: numbered(
    '用户密码过期时间',
    'User password expiration',
    9_999,
    1,
    LIMIT,
    label('单位：天', 'Unit: day'),
  ),
  SECURITY_PASSWORD_MIN_LENGTH: numbered('密码最小长度', 'Password minimum length', 6, 6, 30),
  SECURITY_PASSWORD_UPPER_CASE: flag(label('必须包含大写字符', 'Must contain capital'), { default: false }),
  SECURITY_PASSWORD_LOWER_CASE: flag(label('必须包含小写字符', 'Must contain lowercase'), { default: false }),
  SECURITY_PASSWORD_NUMBER: flag(label('必须包含数字', 'Must contain numeric'), { default: false }),
  SECURITY_PASSWORD_SPECIAL_CHAR: flag(label('必须包含特殊字符', 'Must contain special'), { default: false }),
  SECURITY_INSECURE_COMMAND: flag(label('危险命令告警', 'Insecure command alert'), { default: false }),
  SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER: checked(
    label('告警接收邮件', 'Insecure command alert receivers'),
    { max: 8_192, help: label('多个邮箱以逗号分隔', 'Multiple addresses separated by commas') },
    (list) => list.split(/[,，]/).every((one) => one.trim() === '' || isAddress(one.trim())),
    words.email,
  ),
}

const LOGIN_TITLE = label('欢迎使用吊桥堡垒机', 'Welcome to Drawbridge')

/** A title that nobody chose is read in the reader's language. */
export const loginTitleOf = (values: { readonly LOGIN_TITLE: string }, lang: Lang): string =>
  values.LOGIN_TITLE === LOGIN_TITLE.zh ? LOGIN_TITLE[lang] : values.LOGIN_TITLE

/** Not on any page: set in the environment of the server, with these defaults. */
const quiet = {
  SECURITY_VIEW_AUTH_NEED_MFA: flag(label('查看密码需要 MFA', 'Viewing secrets needs MFA'), { default: true }),
  SECURITY_MFA_VERIFY_TTL: integer(label('MFA 校验有效期', 'MFA verification lifetime'), { default: 3_600, min: 0 }),
  SECURITY_LOGIN_CAPTCHA_ENABLED: flag(label('失败后延迟登录', 'Slow down after failures'), { default: true }),
  SECURITY_PASSWORD_HISTORY: integer(label('不可重复使用的旧密码数', 'Old passwords that cannot be used again'), {
    default: 5,
    min: 0,
    max: 50,
  }),
  SESSION_COOKIE_AGE: integer(label('登录有效期', 'Login lifetime'), { default: 86_400, min: 60 }),
  TOKEN_EXPIRATION: integer(label('令牌有效期', 'Token lifetime'), { default: 86_400, min: 60 }),
  USER_LOGIN_SINGLE_MACHINE_ENABLED: flag(label('仅一台设备登录', 'One login at a time'), { default: false }),
  OTP_VALID_WINDOW: integer(label('OTP 有效窗口', 'OTP window'), { default: 2, min: 0, max: 10 }),
  OTP_ISSUER_NAME: text(label('OTP 签发者', 'OTP issuer'), { default: 'Drawbridge' }),
  LOGIN_LOG_KEEP_DAYS: integer(label('登录日志保留天数', 'Days that login logs are kept'), {
    default: 200,
    min: 0,
    help: label('0 表示永久保留', '0 keeps them forever'),
  }),
  OPERATE_LOG_KEEP_DAYS: integer(label('操作日志保留天数', 'Days that operate logs are kept'), {
    default: 200,
    min: 0,
    help: label('0 表示永久保留', '0 keeps them forever'),
  }),
  FTP_LOG_KEEP_DAYS: integer(label('文件传输日志保留天数', 'Days that FTP logs are kept'), {
    default: 200,
    min: 0,
    help: label('0 表示永久保留', '0 keeps them forever'),
  }),
  LOGIN_CONFIRM_ENABLE: flag(label('登录复核', 'Login confirmation'), { default: false }),
  CONNECTION_TOKEN_ENABLED: flag(label('连接令牌', 'Connection tokens'), { default: false }),
  TICKETS_ENABLED: flag(label('工单', 'Tickets'), { default: true }),
  WINDOWS_SKIP_ALL_MANUAL_PASSWORD: flag(label('Windows 跳过手动密码', 'Windows skips manual passwords'), {
    default: false,
  }),
  LOGIN_TITLE: text(label('登录页面标题', 'Login title'), { default: LOGIN_TITLE.zh }),
  ALERT_CONTACT: email(label('联系邮箱', 'Contact'), { nullable: true }),
}

export const settingPages = { basic, email: mail, email_content: mailContent, ldap, security, terminal } as const
export type SettingPage = keyof typeof settingPages

export const settings = {
  ...basic,
  ...mail,
  ...mailContent,
  ...ldap,
  ...security,
  ...terminal,
  ...quiet,
} satisfies Fields
export type SettingName = keyof typeof settings
export type SettingValues = { readonly [N in SettingName]: ValueOf<(typeof settings)[N]> }

/** What a test mail is sent with: the form as it stands, saved or not. */
export const mailTest = {
  EMAIL_HOST: mail.EMAIL_HOST,
  EMAIL_PORT: integer(mail.EMAIL_PORT.label, { ...PORT, default: 25, otherwise: words.port }),
  EMAIL_HOST_USER: text(mail.EMAIL_HOST_USER.label, { required: true, max: 1024 }),
  EMAIL_HOST_PASSWORD: mail.EMAIL_HOST_PASSWORD,
  EMAIL_FROM: text(mail.EMAIL_FROM.label, { max: 128, nullable: true }),
  EMAIL_RECIPIENT: text(mail.EMAIL_RECIPIENT.label, { max: 128, nullable: true }),
  EMAIL_USE_SSL: flag(mail.EMAIL_USE_SSL.label, { nullable: true, default: false }),
  EMAIL_USE_TLS: flag(mail.EMAIL_USE_TLS.label, { nullable: true, default: false }),
  EMAIL_SUBJECT_PREFIX: text(mail.EMAIL_SUBJECT_PREFIX.label, { max: 1024, nullable: true }),
} satisfies Fields
export type MailTest = { readonly [N in keyof typeof mailTest]: ValueOf<(typeof mailTest)[N]> }

export const pageLabels: Record<SettingPage, Label> = {
  basic: label('基本设置', 'Basic'),
  email: label('邮件设置', 'Email'),
  email_content: label('邮件内容', 'Email content'),
  ldap: label('LDAP', 'LDAP'),
  security: label('安全设置', 'Security'),
  terminal: label('终端设置', 'Terminal'),
}
