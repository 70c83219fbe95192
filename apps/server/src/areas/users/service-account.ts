// Accounts of programs: made with the bootstrap token, known by a key, members of nothing.
import { computed, dateCreated, flag, id, label, object, text } from '@drawbridge/resource'
import { InvalidBody, refusal } from '@drawbridge/wire'
import { makeServiceAccount } from '../../engine/service-account.ts'
import { type Answer, type Call, created, type Route } from '../../platform/http/route.ts'
import { readForm } from './form.ts'

const fields = {
  id: id({ readOnly: true }),
  name: text(label('名称', 'Name'), { required: true, max: 100 }),
  access_key: object(
    label('访问密钥', 'Access key'),
    {
      id: id({ readOnly: true }),
      secret: computed<string>('string', label('密钥', 'Secret')),
      is_active: flag(label('激活', 'Is active')),
      date_created: dateCreated(),
    },
    { readOnly: true },
  ),
}

export const serviceAccountRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/v1/users/service-account-registrations/',
    access: ['bootstrap'],
    doc: {
      area: 'users',
      summary: label('注册服务账号', 'Register a service account'),
      takes: fields,
      gives: fields,
      status: 201,
    },
    run: (call) => register(call),
  },
]

const closed = refusal(
  'registration_disabled',
  400,
  { zh: '服务账号注册已关闭', en: 'service account registration disabled' },
  'error',
)
const taken = label('名称已存在', 'name not unique')

const register = async ({ ctx, body }: Call): Promise<Answer> => {
  if (!ctx.services.settings.values.SECURITY_SERVICE_ACCOUNT_REGISTRATION) throw closed()
  const { name } = readForm(fields, body, ctx)
  return ctx.atomically(async (ctx) => {
    const made = await makeServiceAccount(name, ctx)
    if (!made) throw new InvalidBody({ name: [taken[ctx.reader.lang]] })
    return created(made)
  })
}
