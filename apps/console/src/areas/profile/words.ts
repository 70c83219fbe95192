import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = {
  profile: t('个人信息', 'Profile'),
  firstLogin: t('首次登录', 'First login'),
  improve: t(
    '欢迎。请先完善个人信息并同意条款，然后就可以开始使用。',
    'Welcome. Please improve your personal information and agree to the terms, then you can start.',
  ),
  guide: t('用户向导', 'User guide'),
  profileSetting: t('个人信息设置', 'Profile setting'),
  passwordSetting: t('登录密码设置', 'Login password setting'),
  keySetting: t('SSH公钥设置', 'SSH Key setting'),
  // facts
  sshKey: t('SSH公钥', 'SSH Key'),
  noKey: t('未设置', 'Not set'),
  role: t('角色', 'Role'),
  isActive: t('激活', 'Is active'),
  mfaLevel: t('多因子认证', 'MFA level'),
  // quick actions
  setMfa: t('设置多因子认证', 'Set MFA'),
  updateMfa: t('更改多因子认证', 'Update MFA'),
  updatePassword: t('更新密码', 'Update password'),
  updateKey: t('更新SSH公钥', 'Update SSH Key'),
  resetKey: t('重置并下载SSH密钥', 'Reset public key and download'),
  enable: t('启用', 'Enable'),
  disable: t('禁用', 'Disable'),
  reset: t('重置', 'Reset'),
  resetAndDownload: t('重置并下载密钥', 'Reset and download SSH Key'),
  // forms
  account: t('账户', 'Account'),
  authentication: t('认证', 'Authentication'),
  other: t('其它', 'Other'),
  password: t('密码', 'Password'),
  oldKey: t('原来SSH公钥', 'Old SSH key'),
  name: t('名称', 'Name'),
  fingerprint: t('指纹', 'Fingerprint'),
  pasteKey: t('复制你的公钥到这里', 'Paste your public key here'),
  differs: t('两次输入的密码不一致', 'The two passwords are not the same'),
  mfaHelp: t(
    '启用后，下次登录时会引导你绑定；也可以在个人信息页面直接绑定。',
    'When enabled, the next login leads you through the binding; you can also bind on the profile page.',
  ),
  terms: t('条款和条件', 'Terms and conditions'),
  agree: t('我同意', 'I agree'),
  termsHelp: t(
    '请妥善保管账号、密码和密钥，不要借给他人使用；所有操作都会被记录。',
    'Keep your account, password and keys safe and lend them to nobody. What you do is recorded.',
  ),
  welcome: t('欢迎使用吊桥堡垒机', 'Welcome to Drawbridge'),
  welcomeText: t(
    '个人信息已经完善。想了解如何使用，请阅读用户向导。',
    'Your account is ready. The guide tells how to use it.',
  ),
  welcomeNoGuide: t('个人信息已经完善，可以开始使用了。', 'Your account is ready. You can start.'),
  openGuide: t('打开向导', 'Open the guide'),
  start: t('开始使用', 'Start'),
}

export const say = messages(words)
