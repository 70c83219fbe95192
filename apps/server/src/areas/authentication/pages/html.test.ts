import { describe, expect, test } from 'vitest'
import { html, trusted } from './html.ts'

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)' autofocus='",
  '</title></style></textarea><svg onload=alert(1)>',
  '<!--', // unclosed comment
  '&lt;b&gt;',
  '`onmouseover=alert(1)`',
  '\0<\0script>',
]

describe('[T34] html', () => {
  test.each(hostile)('shows %j as text', (text) => {
    const shown = html`<p title="${text}">${text}</p>`.toString()
    expect(shown.match(/</g)).toHaveLength(2)
    expect(shown.match(/"/g)).toHaveLength(2)
    expect(shown).not.toMatch(/['`\0]/)
  })

  test('escapes each element of a list, also inside lists', () => {
    expect(html`${['<', ['>', html`<i>${'&'}</i>`]]}`.toString()).toBe('&lt;&gt;<i>&amp;</i>')
  })

  test('keeps nested markup as it is', () => {
    expect(html`<ul>${['a', 'b'].map((one) => html`<li>${one}</li>`)}</ul>`.toString()).toBe(
      '<ul><li>a</li><li>b</li></ul>',
    )
    expect(html`${trusted('<hr>')}`.toString()).toBe('<hr>')
  })

  test('an object that only looks like markup is text', () => {
    const forged = { toString: () => '<script>' } as unknown as string
    expect(html`${forged}`.toString()).toBe('&lt;script&gt;')
  })

  test('nothing is shown for absent values, zero is shown', () => {
    expect(html`${undefined}${null}${false}${0}${''}`.toString()).toBe('0')
  })

  test('refuses an attribute value without quotes', () => {
    expect(() => html`<a href=${'x'}>`).toThrow(TypeError)
  })
})
