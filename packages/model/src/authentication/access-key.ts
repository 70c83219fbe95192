import { dateCreated, defineResource, flag, id, label, ref, text } from '@drawbridge/resource'

/** A key with which a program signs its calls in its owner's name. */
export const accessKey = defineResource('authentication/access-keys', {
  label: label('访问密钥', 'Access key'),
  model: 'accesskey',
  title: '{id}',
  scope: 'own',
  owner: 'user',
  may: { read: ['user'], write: ['user'] },
  order: ['-date_created'],
  bulk: false,
  fields: {
    id: id({ readOnly: true }),
    // Signing needs the secret itself, so it is sealed, not hashed; its owner may read it, as the contract has it.
    secret: { ...text(label('密钥', 'Secret'), { readOnly: true, max: 36 }), sealed: true as const },
    is_active: flag(label('激活', 'Is active'), { default: true }),
    date_created: dateCreated(),
    user: {
      ...ref('users/users', label('用户', 'User'), { readOnly: true, whenTargetGoes: 'cascade' }),
      writeOnly: true as const,
    },
  },
})
