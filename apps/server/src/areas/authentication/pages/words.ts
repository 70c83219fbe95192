// Every text of the login pages, both languages together. A missing one does not compile.

export type Lang = 'zh' | 'en'

type Text = Readonly<Record<Lang, string>> | Readonly<Record<Lang, (value: never) => string>>

export const words = {
  frame: {
    product: { zh: '吊桥', en: 'Drawbridge' },
    languages: { zh: '语言', en: 'Language' },
    home: { zh: '返回首页', en: 'Back to home' },
    cancel: { zh: '取消', en: 'Cancel' },
    continue: { zh: '下一步', en: 'Continue' },
    toLogin: { zh: '去登录', en: 'Go to login' },
    backToLogin: { zh: '返回登录', en: 'Back to login' },
    showPassword: { zh: '显示密码', en: 'Show password' },
    sending: { zh: '正在提交…', en: 'Sending…' },
  },

  field: {
    username: { zh: '用户名', en: 'Username' },
    password: { zh: '密码', en: 'Password' },
    currentPassword: { zh: '当前密码', en: 'Current password' },
    newPassword: { zh: '新密码', en: 'New password' },
    confirmPassword: { zh: '再次输入新密码', en: 'Repeat the new password' },
    email: { zh: '邮箱', en: 'Email' },
    otpCode: { zh: '6 位动态码', en: '6-digit code' },
    otpHint: { zh: '打开手机上的身份验证器查看。', en: 'Shown by the authenticator app on your phone.' },
    otpAuto: { zh: '输满 6 位后自动提交。', en: 'Sent automatically after the sixth digit.' },
  },

  login: {
    title: { zh: '登录', en: 'Log in' },
    autoLogin: { zh: '保持登录', en: 'Keep me logged in' },
    forgot: { zh: '忘记密码？', en: 'Forgot your password?' },
    submit: { zh: '登录', en: 'Log in' },
    sending: { zh: '正在登录…', en: 'Logging in…' },
    locked: {
      zh: (minutes: number) => `登录失败次数过多，已暂时锁定。请 ${minutes} 分钟后再试，或联系管理员解锁。`,
      en: (minutes: number) =>
        `Too many failed attempts. Try again in ${plural(minutes, 'minute')}, or ask an administrator to unlock your account.`,
    },
  },

  otp: {
    title: { zh: '多因子认证', en: 'Multi-factor authentication' },
    text: {
      zh: '密码已通过，还差一步。',
      en: 'Password accepted. One more step.',
    },
    submit: { zh: '验证', en: 'Verify' },
    sending: { zh: '正在验证…', en: 'Verifying…' },
    cancel: { zh: '换个账号登录', en: 'Log in as someone else' },
    lost: {
      zh: '手机不在身边或已更换？请联系管理员重置。',
      en: 'Phone lost or replaced? Ask an administrator to reset MFA.',
    },
  },

  forgot: {
    title: { zh: '找回密码', en: 'Forgot your password?' },
    text: {
      zh: '填写账号所用的邮箱，重置密码的链接会发到那里。',
      en: 'Enter the email address of your account and we will send a link to set a new password.',
    },
    submit: { zh: '发送重置链接', en: 'Send the link' },
  },

  forgotSent: {
    title: { zh: '请查收邮件', en: 'Check your mail' },
    text: {
      zh: '如果该邮箱属于本系统的某个账号，重置链接很快就会送达，1 小时内有效，只能使用一次。',
      en: 'If that address belongs to an account here, a link is on its way. It works once, within one hour.',
    },
    hint: {
      zh: '没有收到？看看垃圾邮件；使用 LDAP 等外部账号的，请在原系统修改密码。',
      en: 'Nothing arrived? Look in the spam folder. Accounts from LDAP or another system change their password there.',
    },
  },

  reset: {
    title: { zh: '设置新密码', en: 'Set a new password' },
    submit: { zh: '保存新密码', en: 'Save the password' },
    rules: { zh: '密码要求', en: 'The password needs' },
    length: { zh: (least: number) => `至少 ${least} 个字符`, en: (least: number) => `at least ${least} characters` },
    upper: { zh: '含大写字母', en: 'an uppercase letter' },
    lower: { zh: '含小写字母', en: 'a lowercase letter' },
    number: { zh: '含数字', en: 'a digit' },
    special: { zh: '含特殊字符', en: 'a special character' },
    strength: { zh: '强度：', en: 'Strength: ' },
    weak: { zh: '弱', en: 'weak' },
    fair: { zh: '一般', en: 'fair' },
    strong: { zh: '强', en: 'strong' },
  },

  resetSuccess: {
    title: { zh: '密码已修改', en: 'Password changed' },
    text: { zh: '今后请使用新密码登录。', en: 'Use the new password from now on.' },
  },

  tooSimple: {
    title: { zh: '密码过于简单', en: 'Password too simple' },
    text: {
      zh: '当前密码很容易被猜到，请先换一个再登录。',
      en: 'Your password is easy to guess. Set a better one, then log in.',
    },
    action: { zh: '设置新密码', en: 'Set a new password' },
  },

  expired: {
    title: { zh: '密码已过期', en: 'Password expired' },
    text: {
      zh: '您的密码已超过有效期，请设置新密码后再登录。',
      en: 'Your password has passed its expiry date. Set a new one, then log in.',
    },
    action: { zh: '设置新密码', en: 'Set a new password' },
  },

  verify: {
    title: { zh: '验证密码', en: 'Confirm your password' },
    text: {
      zh: '接下来的操作比较敏感，请再输入一次当前密码。',
      en: 'What follows is sensitive. Please enter your current password again.',
    },
    submit: { zh: '确认', en: 'Confirm' },
  },

  steps: {
    label: { zh: '步骤', en: 'Steps' },
    password: { zh: '验证密码', en: 'Password' },
    app: { zh: '安装应用', en: 'App' },
    bind: { zh: '绑定', en: 'Link' },
  },

  enableStart: {
    title: { zh: '启用多因子认证', en: 'Enable MFA' },
    text: {
      zh: '启用后，登录时除密码外还需要手机上的动态码。请先验证当前密码。',
      en: 'With MFA on, a login takes your password and a code from your phone. Confirm your password first.',
    },
  },

  installApp: {
    title: { zh: '安装身份验证器', en: 'Install an authenticator' },
    text: {
      zh: '在手机上装好一款身份验证器。凡支持 TOTP 标准的都可以，例如：',
      en: 'Put an authenticator app on your phone. Any app that supports TOTP will do, such as:',
    },
    platforms: { zh: 'iOS、Android', en: 'iOS, Android' },
    weixin: { zh: '微信小程序：腾讯身份验证器', en: 'Tencent Authenticator (WeChat mini program)' },
    clock: {
      zh: '动态码按时间计算，请让手机自动校准时间。',
      en: 'Codes depend on the time, so let the phone set its clock by itself.',
    },
    action: { zh: '已安装，下一步', en: 'Installed, continue' },
  },

  bind: {
    title: { zh: '绑定身份验证器', en: 'Link the authenticator' },
    scan: {
      zh: '用身份验证器扫描二维码，再输入它显示的动态码。',
      en: 'Scan this with the authenticator, then enter the code it shows.',
    },
    qr: { zh: '绑定用的二维码', en: 'QR code to link the authenticator' },
    secret: { zh: '不能扫码？手动输入密钥：', en: 'Cannot scan? Type this key instead:' },
    submit: { zh: '完成绑定', en: 'Link' },
  },

  disable: {
    title: { zh: '关闭多因子认证', en: 'Disable MFA' },
    text: {
      zh: '关闭后只凭密码即可登录，账号更容易被盗用。输入动态码以确认。',
      en: 'A password alone will then open your account. Enter a code to confirm.',
    },
    submit: { zh: '关闭多因子认证', en: 'Disable MFA' },
  },

  update: {
    title: { zh: '更换身份验证器', en: 'Change the authenticator' },
    text: {
      zh: '先输入当前验证器上的动态码，再绑定新的。',
      en: 'Enter a code from the current authenticator, then link the new one.',
    },
  },

  settingsSuccess: {
    enabled: { zh: '多因子认证已启用', en: 'MFA is enabled' },
    disabled: { zh: '多因子认证已关闭', en: 'MFA is disabled' },
    updated: { zh: '身份验证器已更换', en: 'Authenticator changed' },
    text: { zh: '为了安全，您已退出登录，请重新登录。', en: 'For safety you were logged out. Please log in again.' },
  },

  logout: {
    title: { zh: '已退出登录', en: 'Logged out' },
    text: { zh: '即将返回登录页。', en: 'Taking you back to the login page.' },
  },

  notFound: {
    title: { zh: '页面不存在', en: 'Page not found' },
    text: {
      zh: '地址可能有误，或内容已被移走，也可能您无权查看。',
      en: 'The address may be wrong, the page may be gone, or you may lack permission to see it.',
    },
  },

  serverError: {
    title: { zh: '服务器出错了', en: 'Something went wrong' },
    text: {
      zh: '问题出在我们这边，错误已记录。请稍后重试；仍不行的话，请联系管理员。',
      en: 'The fault is ours and has been recorded. Try again in a moment; if it keeps happening, contact an administrator.',
    },
    reference: { zh: '错误编号', en: 'Reference' },
  },

  home: {
    title: { zh: '我的账号', en: 'My account' },
    name: { zh: '姓名', en: 'Name' },
    organisation: { zh: '组织', en: 'Organisation' },
    role: { zh: '角色', en: 'Role' },
    on: { zh: '已启用', en: 'On' },
    off: { zh: '未启用', en: 'Off' },
    mfa: { zh: '多因子认证', en: 'Multi-factor authentication' },
    mfaText: { zh: '登录时除密码外还需手机上的动态码。', en: 'A login also takes a code from your phone.' },
    mfaForced: {
      zh: '管理员要求启用，不能自行关闭。',
      en: 'Required by an administrator, so you cannot disable it.',
    },
    enable: { zh: '启用', en: 'Enable' },
    disable: { zh: '关闭', en: 'Disable' },
    update: { zh: '更换验证器', en: 'Change' },
    key: { zh: 'SSH 密钥', en: 'SSH key' },
    keyText: {
      zh: '生成一对新密钥并下载私钥，私钥只提供这一次；原有公钥随即失效。',
      en: 'Creates a new pair and downloads the private key, once. It replaces your current key.',
    },
    generate: { zh: '生成并下载', en: 'Generate' },
    docs: { zh: '接口文档', en: 'API documentation' },
    docsText: { zh: '查看全部接口，并可直接试用。', en: 'Every endpoint, ready to try.' },
    open: { zh: '打开', en: 'Open' },
    logout: { zh: '退出登录', en: 'Log out' },
  },

  problem: {
    credentials: { zh: '用户名或密码不正确。', en: 'Wrong username or password.' },
    inactive: {
      zh: '该账号已停用或过期，请联系管理员。',
      en: 'This account is disabled or expired. Ask an administrator.',
    },
    address: { zh: '不允许从当前 IP 地址登录。', en: 'Logging in from this IP address is not allowed.' },
    session: { zh: '登录已超时，请重新登录。', en: 'The login took too long. Please log in again.' },
    form: { zh: '页面已失效，请重新提交。', en: 'The form had expired. Please send it again.' },
    password: { zh: '密码不正确。', en: 'Wrong password.' },
    code: {
      zh: '动态码不正确或已过期。请输入最新的一组；若一直失败，请校准手机时间。',
      en: 'Wrong or expired code. Enter the newest one; if it keeps failing, correct the clock of your phone.',
    },
    email: { zh: '请输入有效的邮箱地址。', en: 'Enter a valid email address.' },
    mismatch: { zh: '两次输入的密码不一致。', en: 'The two passwords differ.' },
    weak: { zh: '密码不符合下列要求。', en: 'The password does not meet the rules below.' },
    link: { zh: '链接无效或已过期，请重新申请。', en: 'This link is invalid or expired. Please ask for a new one.' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Text>>>>

function plural(count: number, unit: string) {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
