import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = messages({
  changedMeanwhile: t(
    '在你编辑期间，其他人已经修改了这个对象。现在保存会用你的内容覆盖他们的修改。',
    'Somebody else has changed this since you opened the form. Saving now puts what stands here in place of their changes.',
  ),
  saveAnyway: t('仍然保存', 'Save anyway'),
  badEmail: t('请输入有效的邮箱地址', 'Enter a valid email address'),
  badJson: t('不是有效的 JSON', 'This is not valid JSON'),
  badNumber: t('请输入数字', 'Enter a number'),
  badInteger: t('请输入整数', 'Enter a whole number'),
  tooLong: t(
    (n: number) => `最多 ${n} 个字符`,
    (n: number) => `At most ${n} characters`,
  ),
  tooShort: t(
    (n: number) => `至少 ${n} 个字符`,
    (n: number) => `At least ${n} characters`,
  ),
  between: t(
    (min: number, max: number) => `须在 ${min} 到 ${max} 之间`,
    (min: number, max: number) => `Must be between ${min} and ${max}`,
  ),
  atLeast: t(
    (min: number) => `不能小于 ${min}`,
    (min: number) => `Must be at least ${min}`,
  ),
  atMost: t(
    (max: number) => `不能大于 ${max}`,
    (max: number) => `Must be at most ${max}`,
  ),
  problems: t(
    (n: number) => `有 ${n} 处需要修改`,
    (n: number) => (n === 1 ? 'One thing needs to be corrected' : `${n} things need to be corrected`),
  ),
  restored: t(
    '已恢复上次登录失效前填写的内容，密码等敏感信息需重新填写。',
    'What was typed before the login ended is back. Passwords and other secrets must be entered again.',
  ),
  discard: t('放弃恢复', 'Discard it'),
  noRight: t('没有权限修改此内容', 'You may not change this'),
  noFields: t('服务器没有给出可填写的字段', 'The server names no field to fill in'),
})
