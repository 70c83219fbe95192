import { describe, expect, it } from 'vitest'
import { readLanguage } from './language.ts'
import { inLanguage, messages } from './messages.ts'

describe('the language of the console', () => {
  it('[I18N-01] [I18N-02] is Chinese unless told otherwise', () => {
    expect(readLanguage('', null)).toBe('zh')
    expect(readLanguage('csrftoken=x; other=en', 'xx')).toBe('zh')
  })

  it('[I18N-03] [I18N-04] is what was stored, as cn or en', () => {
    expect(readLanguage('', 'en')).toBe('en')
    expect(readLanguage('', 'cn')).toBe('zh')
  })

  it('[I18N-06] [I18N-07] is what the cookie says where it is set, whatever was stored', () => {
    expect(readLanguage('a=b; django_language=en', 'cn')).toBe('en')
    expect(readLanguage('django_language=zh-hans', 'en')).toBe('zh')
    expect(readLanguage('django_language=fr; a=b', 'en')).toBe('zh')
    expect(readLanguage('my_django_language=en', null)).toBe('zh')
  })

  it('[I18N-05] is English for what was never said in the other', () => {
    expect(inLanguage({ zh: '', en: 'Only in English' }, 'zh')).toBe('Only in English')
    expect(inLanguage({ en: 'Only in English' } as never, 'zh')).toBe('Only in English')
  })

  it('has every message in both', () => {
    const say = messages({
      hello: { zh: (n: string) => `你好 ${n}`, en: (n: string) => `Hello ${n}` },
      bye: { zh: '再见', en: 'Bye' },
    })
    expect([say.hello('安'), say.bye]).toEqual(['你好 安', '再见'])
    expect(inLanguage({ zh: '再见', en: 'Bye' }, 'en')).toBe('Bye')
  })
})
