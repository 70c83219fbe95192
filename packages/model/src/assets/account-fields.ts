// What accounts on hosts have in common.
import { type Field, label, refuse, text } from '@drawbridge/resource'

/** The name of an account on a host: no spaces, no signs that a shell reads. Windows has `DOMAIN\\name` and `HOST$`. */
export const accountName = (options: { required?: boolean } = {}): Field<string, true> => {
  const name = text(label('用户名', 'Username'), { ...options, max: 128, filter: true, search: true })
  return {
    ...name,
    parse: (raw, reader) => {
      const given = name.parse(raw, reader) ?? ''
      if (!/^[\p{L}\p{N}_@.\-$\\]*$/u.test(given)) return refuse(label('不能包含特殊字符', 'Special char not allowed'))
      return given
    },
  }
}

/** Some systems take a password on a command line: letters, digits and the underscore only. */
export const wordCharacters = <F extends Field<string | null, true>>(password: F): F => ({
  ...password,
  parse: (raw, reader) => {
    const text = password.parse(raw, reader)
    if (text && !/^\w*$/.test(text)) return refuse(label('不能包含特殊字符', 'Should not contains special characters'))
    return text
  },
})
