// What is wrong with a value, in both languages. The English wording is the one the console's users know.
import type { Label } from './label.ts'

const say = (zh: string, en: string): Label => ({ zh, en })

export const words = {
  required: say('该字段是必填项。', 'This field is required.'),
  blank: say('该字段不能为空。', 'This field may not be blank.'),
  null: say('该字段不能为 null。', 'This field may not be null.'),
  unique: say('字段必须唯一', 'This field must be unique.'),
  text: say('不是有效的字符串。', 'Not a valid string.'),
  nul: say('不允许空字符。', 'Null characters are not allowed.'),
  halved: say('包含不完整的字符。', 'Incomplete characters are not allowed.'),
  flag: say('必须是有效的布尔值。', 'Must be a valid boolean.'),
  integer: say('请填写合法的整数值。', 'A valid integer is required.'),
  number: say('请填写合法的数字。', 'A valid number is required.'),
  guid: say('必须是有效的 UUID。', 'Must be a valid UUID.'),
  email: say('请输入合法的邮件地址。', 'Enter a valid email address.'),
  url: say('请输入合法的 URL。', 'Enter a valid URL.'),
  ip: say('请输入合法的 IP 地址。', 'Enter a valid IPv4 or IPv6 address.'),
  stamp: say(
    '日期时间格式错误。请使用 ISO 8601 格式。',
    'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  ),
  emptyList: say('该列表不能为空。', 'This list may not be empty.'),
  list: say('期望为一个列表。', 'Expected a list of items.'),
  object: say('期望为一个字典。', 'Expected a dictionary of items.'),
  json: say('值必须是有效的 JSON 数据。', 'Value must be valid JSON.'),
  cron: say('* 请输入有效的 crontab 表达式', '* Please enter a valid crontab expression'),
  port: say('端口错误，请检查', 'Port Error, please check'),
  dictionary: say('无效数据。期待为字典类型。', 'Invalid data. Expected a dictionary.'),
  notList: say('无效数据。期待为字典类型，得到的是列表。', 'Invalid data. Expected a dictionary, but got list.'),
  tooLong: (max: number) =>
    say(`请确保这个字段不能超过 ${max} 个字符。`, `Ensure this field has no more than ${max} characters.`),
  tooShort: (min: number) =>
    say(`请确保这个字段至少包含 ${min} 个字符。`, `Ensure this field has at least ${min} characters.`),
  tooBig: (max: number) => say(`请确保该值小于或者等于 ${max}。`, `Ensure this value is less than or equal to ${max}.`),
  tooSmall: (min: number) =>
    say(`请确保该值大于或者等于 ${min}。`, `Ensure this value is greater than or equal to ${min}.`),
  choice: (value: unknown) => say(`“${told(value)}” 不是合法选项。`, `"${told(value)}" is not a valid choice.`),
  absent: (id: unknown) =>
    say(`无效主键 “${told(id)}” － 对象不存在。`, `Invalid pk "${told(id)}" - object does not exist.`),
  absentNamed: (by: string, name: unknown) =>
    say(`${by} 为 “${told(name)}” 的对象不存在。`, `Object with ${by}=${told(name)} does not exist.`),
  format: say('格式不正确。', 'This value does not match the required pattern.'),
}

const LONGEST = 100

/** What was sent, fit to be repeated: it may be megabytes long, or nested without end. */
const told = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}'
  const text = String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
