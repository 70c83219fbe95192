import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = messages({
  upperCase: t('须包含大写字母', 'Upper case required'),
  lowerCase: t('须包含小写字母', 'Lower case required'),
  number: t('须包含数字', 'Number required'),
  specialChar: t('须包含特殊字符', 'Special char required'),
  minLength: t(
    (n: number) => `密码最小长度 ${n} 位`,
    (n: number) => `Password minimum length ${n}`,
  ),
  strength: t('密码强度', 'Strength'),
  strength1: t('弱', 'Weak'),
  strength2: t('中', 'Fair'),
  strength3: t('较强', 'Good'),
  strength4: t('强', 'Strong'),
  badCron: t(
    '请输入 5 个字段：分 时 日 月 周，例如 5 3 * * 0',
    'Five fields are needed: minute hour day month week, for example 5 3 * * 0',
  ),
  nextRuns: t('接下来的执行时间（浏览器时区）', 'Next runs (in the zone of this browser)'),
  neverRuns: t('这个时间永远不会到来', 'This moment never comes'),
  badKeyFile: t('这不是文本格式的密钥文件', 'This is not a key file in text form'),
  keyTooBig: t('文件过大，密钥文件不应超过 64 KB', 'The file is too big: a key file has at most 64 KB'),
  addRow: t('添加一行', 'Add a row'),
  removeRow: t(
    (n: number) => `删除第 ${n} 行`,
    (n: number) => `Delete row ${n}`,
  ),
  row: t(
    (n: number) => `第 ${n} 行`,
    (n: number) => `Row ${n}`,
  ),
  orgAdmin: t('组织管理员', 'Organization administrator'),
  orgAuditor: t('组织审计员', 'Organization auditor'),
  orgUser: t('组织用户', 'Organization user'),
  browse: t('从树中选择', 'Browse'),
  formatJson: t('整理格式', 'Format'),
})
