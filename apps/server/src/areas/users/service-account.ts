// Accounts of programs: made with the bootstrap token, known by a key, members of nothing.
import { accessKey, user } from '@drawbridge/model'
import { computed, dateCreated, flag, id, label, object, showStamp, text } from '@drawbridge/resource'
import { InvalidBody, refusal } from '@drawbridge/wire'
import { recordDeeds } from '../../engine/audit.ts'
import { insertRows } from '../../engine/rows-in.ts'
import { alphanumericToken } from '../../platform/auth/token.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, created, type Route } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
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
  return ctx.atomically(async (ctx) => created(await makeAccount(name, ctx)))
}

const makeAccount = async (name: string, ctx: Ctx) => {
  const account = { id: newId(), name, username: name, email: `${name}@serviceaccount.local` }
  const [made] = await insertRows(
    user,
    [
      {
        ...account,
        is_service_account: true,
        is_first_login: false,
        created_by: 'System',
        date_joined: ctx.reader.now,
      },
    ],
    ctx,
    { ignoreDuplicates: true },
  )
  if (!made) throw new InvalidBody({ name: [taken[ctx.reader.lang]] })
  const secret = alphanumericToken(36)
  const key = { id: newId(), is_active: true, date_created: ctx.reader.now }
  const sealed = ctx.services.secrets.seal(secret, 'authentication_access_keys.secret')
  await insertRows(accessKey, [{ ...key, secret: sealed, user: account.id }], ctx)
  await recordDeeds([{ action: 'create', path: user.path, id: account.id, title: `${name}(${name})` }], ctx)
  const date_created = showStamp(key.date_created, ctx.reader.zone)
  return { id: account.id, name, access_key: { ...key, secret, date_created } }
}
