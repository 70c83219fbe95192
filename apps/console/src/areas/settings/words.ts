import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = {
  settings: t('系统设置', 'Settings'),
  basic: t('基本设置', 'Basic setting'),
  email: t('邮件设置', 'Email setting'),
  emailContent: t('邮件内容设置', 'Email content setting'),
  ldap: t('LDAP设置', 'LDAP setting'),
  terminal: t('终端设置', 'Terminal setting'),
  security: t('安全设置', 'Security setting'),
  license: t('许可证', 'License'),
  // groups
  basicInfo: t('基本信息', 'Basic info'),
  securityGroup: t('安全', 'Security'),
  mailSend: t('邮件发送', 'Mail send'),
  other: t('其它', 'Other'),
  createUserMail: t('创建用户设置', 'Create User setting'),
  ldapServer: t('LDAP 服务器', 'LDAP Server'),
  ldapUser: t('LDAP 用户', 'LDAP User'),
  koko: t('终端', 'Terminal'),
  basicGroup: t('基本', 'Basic'),
  authorization: t('认证', 'Authorization'),
  passwordRule: t('密码校验规则', 'Password check rule'),
  insecureCommand: t('危险命令告警', 'Insecure command alert'),
  testConnection: t('测试连接', 'Test connection'),
  // licence
  licenseFile: t('许可证文件', 'License file'),
  importLicense: t('导入许可证', 'Import license'),
  pleaseImport: t('请导入许可证', 'Please Import License'),
  community: t('社区版', 'Community edition'),
  import: t('导入', 'Import'),
  subscriptionId: t('订阅授权ID', 'Subscription ID'),
  corporation: t('公司', 'Corporation'),
  expired: t('过期时间', 'Expired'),
  assetCount: t('资产数量', 'Asset count'),
  anyNumber: t('不限', 'Any number'),
  edition: t('版本', 'Edition'),
  state: t('状态', 'State'),
  installation: t('安装ID', 'Installation ID'),
  installationHelp: t('申请许可证时需要提供安装ID', 'To be told when asking for a license'),
  consult: t('咨询', 'Consult'),
  technologyConsult: t('技术咨询', 'Technology Consult'),
  noExtension: t(
    '企业扩展未启用，不能导入许可证',
    'The enterprise extension is not enabled: no license can be imported',
  ),
}

export const say = messages(words)

/** Fields that a test mail cannot do without. */
export const mailFields = messages({
  EMAIL_HOST: t('SMTP主机', 'SMTP host'),
  EMAIL_PORT: t('SMTP端口', 'SMTP port'),
  EMAIL_HOST_USER: t('SMTP账号', 'SMTP account'),
  EMAIL_RECIPIENT: t('测试收件人', 'Test recipient'),
})

/** What became of a licence, by its state. */
export const licenseStates = messages({
  valid: t('有效', 'Valid'),
  none: t('未导入', 'None'),
  forged: t('签名无效', 'Forged'),
  elsewhere: t('属于其他安装', 'For another installation'),
  expired: t('已过期', 'Expired'),
})
