import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { label } from '../label.ts'
import { cron, email, ip, isCron, text, url } from './text.ts'
import { reasons, taken } from './trial.ts'

const named = label('名称', 'Name')

describe('a text', () => {
  test('is trimmed, unless it says that it is kept as typed', () => {
    expect(taken(text(named), '  a b \n')).toBe('a b')
    expect(taken(text(named, { untrimmed: true }), ' pass word ')).toBe(' pass word ')
  })

  test.each([
    '“quotes” \'single\' "double" `back`',
    '<script>alert(1)</script>',
    '中文 ％ \\ _',
    '👩‍👩‍👧‍👦 🇨🇳',
    '=1+1',
    '\u0001\u001f',
  ])('keeps %j as it is', (value) => {
    expect(taken(text(named), value)).toBe(value.trim())
  })

  test('takes a number for its digits, and nothing else that is no text', () => {
    expect(taken(text(named), 42)).toBe('42')
    for (const raw of [true, [], {}, ['a']]) expect(reasons(text(named), raw)).toEqual(['Not a valid string.'])
  })

  test('without characters that no column holds', () => {
    expect(reasons(text(named), 'a\0b')).toEqual(['Null characters are not allowed.'])
    expect(reasons(text(named), 'a\0b', 'zh')).toEqual(['不允许空字符。'])
    for (const half of ['\ud800', 'a\udc00b', '\udc00\ud800', '😀\ud83d'])
      expect(reasons(text(named), half)).toEqual(['Incomplete characters are not allowed.'])
    expect(reasons(text(named), '\ud800', 'zh')).toEqual(['包含不完整的字符。'])
  })

  test('is measured in characters: an emoji is one', () => {
    const short = text(named, { max: 4_096, min: 2 })
    expect(taken(short, '😀'.repeat(4_096))).toBe('😀'.repeat(4_096))
    expect(reasons(short, '字'.repeat(4_097))).toEqual(['Ensure this field has no more than 4096 characters.'])
    expect(reasons(short, '字'.repeat(4_097), 'zh')).toEqual(['请确保这个字段不能超过 4096 个字符。'])
    expect(reasons(short, '😀')).toEqual(['Ensure this field has at least 2 characters.'])
    expect(reasons(short, '😀', 'zh')).toEqual(['请确保这个字段至少包含 2 个字符。'])
  })

  test('may be blank unless it is required', () => {
    expect(taken(text(named), '   ')).toBe('')
    expect(reasons(text(named, { required: true }), '   ')).toEqual(['This field may not be blank.'])
    expect(reasons(text(named, { required: true }), '   ', 'zh')).toEqual(['该字段不能为空。'])
  })

  test('says itself what is wrong with its pattern', () => {
    const code = text(named, { pattern: { test: /^[a-z]+$/, otherwise: label('只能是小写字母', 'Lower case only') } })
    expect(taken(code, 'abc')).toBe('abc')
    expect(reasons(code, 'A')).toEqual(['Lower case only'])
    expect(reasons(code, 'A', 'zh')).toEqual(['只能是小写字母'])
  })

  test('either comes back as it was, or is refused: never anything else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const answer = reasons(text(named), value)
        if (Array.isArray(answer)) expect(value).toMatch(/\0|\p{Surrogate}/u)
        else expect(answer).toEqual({ taken: value.trim() })
      }),
    )
  })
})

describe('texts with a form', () => {
  test.each(['a@b.cn', 'first.last+tag@sub.example.com', '用户@例子.中国'])('%s is an email address', (value) => {
    expect(taken(email(named), value)).toBe(value)
  })
  test.each(['a', 'a@b', '@b.cn', 'a@@b.cn', 'a b@c.cn', '<a@b.cn>', 'a@b.', 'a@b.cn\nBcc: x@y.z'])(
    '%j is no email address',
    (value) => {
      expect(reasons(email(named), value)).toEqual(['Enter a valid email address.'])
      expect(reasons(email(named), value, 'zh')).toEqual(['请输入合法的邮件地址。'])
    },
  )

  test.each(['http://localhost:8080', 'https://example.com/a?b=c#d', 'HTTP://[::1]:80/', 'https://例子.中国/路径'])(
    '%s is an address of the web',
    (value) => {
      expect(taken(url(named), value)).toBe(value)
    },
  )
  test.each([
    'javascript:alert(1)',
    'ftp://a',
    'http://',
    'http://a b',
    'http://user:pw@host/',
    '//host',
    'http://a:123456',
  ])('%s is none we follow', (value) => {
    expect(reasons(url(named), value)).toEqual(['Enter a valid URL.'])
    expect(reasons(url(named), value, 'zh')).toEqual(['请输入合法的 URL。'])
  })

  test.each(['0.0.0.0', '255.255.255.255', '::', '::1', 'fe80::1', '1:2:3:4:5:6:7:8', '::ffff:10.0.0.1', '2001:db8::'])(
    '%s is an IP address',
    (value) => {
      expect(taken(ip(named), value)).toBe(value)
    },
  )
  test.each([
    '256.1.1.1',
    '1.2.3',
    '1.2.3.4.5',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '12345::',
    ':',
    '10.0.0.1/8',
    '::1.2.3',
    'g::',
  ])('%s is none', (value) => {
    expect(reasons(ip(named), value)).toEqual(['Enter a valid IPv4 or IPv6 address.'])
    expect(reasons(ip(named), value, 'zh')).toEqual(['请输入合法的 IP 地址。'])
  })

  test('left blank they are empty, or null where that is allowed', () => {
    expect(taken(email(named), ' ')).toBe('')
    expect(taken(email(named, { nullable: true }), ' ')).toBeNull()
    expect(reasons(email(named, { required: true }), ' ')).toEqual(['This field may not be blank.'])
  })
})

describe('a crontab', () => {
  test('[VALID-05] every Sunday at 03:05 is written 5 3 * * 0', () => {
    expect(taken(cron(named), '5 3 * * 0')).toBe('5 3 * * 0')
  })

  test('[VALID-03] has five fields: minute, hour, day, month, week', () => {
    for (const value of ['59 23 31 12 7', '0 0 1 1 0', '* * * * *']) expect(isCron(value)).toBe(true)
    for (const value of ['* * * *', '* * * * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * 32 * *', '* * * 13 *'])
      expect(isCron(value)).toBe(false)
    expect(isCron('* * * * 8')).toBe(false)
  })

  test('[VALID-04] is in Linux form: lists, ranges, steps and names', () => {
    for (const value of ['*/5 * * * *', '0,15,30-45/5 8-18 * * 1-5', '0 0 1 jan *', '0 0 * * SUN', '  5  3\t* * 0 '])
      expect(isCron(value)).toBe(true)
    for (const value of [
      '*/0 * * * *',
      '5-1 * * * *',
      '1,,2 * * * *',
      '0 0 * * jan',
      '0 0 * mon *',
      '0 0 L * *',
      '@daily',
    ])
      expect(isCron(value)).toBe(false)
    for (const value of ['0 0 ? * *', '1/2/3 * * * *', '-1 * * * *', 'a b c d e', '* * * * *\0'])
      expect(isCron(value)).toBe(false)
  })

  test('that cannot be understood is refused in both languages', () => {
    expect(reasons(cron(named), 'often')).toEqual(['* Please enter a valid crontab expression'])
    expect(reasons(cron(named), 'often', 'zh')).toEqual(['* 请输入有效的 crontab 表达式'])
  })

  test('of any rubbish is judged, never a crash', () => {
    const signs = fc.constantFrom('*', '/', '-', ',', ' ', '0', '5', '59', '99', 'mon', 'jan', '?', '中')
    fc.assert(
      fc.property(
        fc.array(signs).map((list) => list.join('')),
        (value) => typeof isCron(value) === 'boolean',
      ),
    )
  })
})
