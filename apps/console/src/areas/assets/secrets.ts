// The secrets of accounts in forms: what is not typed stays as it is.

import { KeyUpload } from '../../kit/index.ts'
import type { FieldSpec, FormContext } from '../../kit/spec.ts'
import { words } from './words.ts'

type Values = Readonly<Record<string, any>>

/** On an update the password is asked for only once somebody wants to change it. */
export const setsPassword = ({ update_password }: Values, { mode }: Pick<FormContext, 'mode'>): boolean =>
  mode === 'create' || update_password === true

export const secretFields: Readonly<Record<'update_password' | 'password' | 'private_key', FieldSpec>> = {
  update_password: {
    label: words.updatePassword,
    meta: { type: 'boolean' },
    initial: false,
    hidden: ({ update_password }, { mode }) => mode === 'create' || update_password === true,
  },
  password: { help: words.passwordHelp, hidden: (values, at) => !setsPassword(values, at) },
  private_key: { input: KeyUpload },
}

/** Empty secrets are not sent, and neither is the switch that showed them. */
export const cleanSecrets = (values: Record<string, any>, at: Pick<FormContext, 'mode'>): Record<string, any> => {
  const { update_password: _, password, private_key, ...rest } = values
  return {
    ...rest,
    ...(password && setsPassword(values, at) && { password }),
    ...(private_key && { private_key }),
  }
}
