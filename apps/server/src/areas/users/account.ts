// What an administrator does to one account: its password, its key, its second factor, its lock.
import { type Difference, user } from '@drawbridge/model'
import { type Fields, id, type Label, label, MASK, text } from '@drawbridge/resource'
import { absent, forbidden, InvalidBody, refusal } from '@drawbridge/wire'
import { recordDeeds } from '../../engine/audit.ts'
import { keyFrom, loadRows, showRows } from '../../engine/read.ts'
import type { Loaded } from '../../engine/serve.ts'
import { isBlockedSql, passwordRules, sendPasswordLink, setPassword, unblock } from '../../platform/auth/credentials.ts'
import { randomPassword } from '../../platform/auth/password-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, ok, type Route } from '../../platform/http/route.ts'
import { formRoute, readForm } from './form.ts'
import { letters, send } from './letters.ts'
import { badPassword, keyProblem, savedKey } from './secrets.ts'
import { mayUpdate } from './standing.ts'
import { users } from './user.ts'

type Row = Loaded<typeof user>

const ONE = '/api/v1/users/users/:id/'
const area = 'users'
const access = ['orgAdmin'] as const

const password = {
  password: text(label('密码', 'Password'), { required: true, writeOnly: true, max: 128, untrimmed: true }),
} satisfies Fields

const publicKey = {
  id: id({ readOnly: true }),
  public_key: text(label('SSH公钥', 'Public key'), { required: true, max: 16_384 }),
} satisfies Fields

export const accountRoutes: Route[] = [
  {
    method: 'GET',
    path: `${ONE}password/`,
    access,
    doc: { area, summary: label('查看用户密码表单', 'Read the password form of a user'), gives: password },
    run: async ({ ctx, params }) => {
      await account(ctx, params.id!)
      return ok({})
    },
  },
  ...written(`${ONE}password/`, label('设置用户密码', 'Set the password of a user'), (call) => changePassword(call), {
    takes: password,
  }),
  formRoute(`${ONE}password/`, access, label('设置用户密码', 'Set the password of a user'), () => password),
  ...written(`${ONE}password/reset/`, label('重置用户密码', 'Reset the password of a user'), (call) =>
    resetPassword(call),
  ),
  ...written(`${ONE}pubkey/reset/`, label('重置用户的 SSH 公钥', 'Reset the SSH key of a user'), (call) =>
    resetKey(call),
  ),
  ...written(
    `${ONE}pubkey/update/`,
    label('更新自己的 SSH 公钥', 'Change your own SSH key'),
    (call) => changeOwnKey(call),
    { takes: publicKey, gives: publicKey, access: ['user'] },
  ),
  ...written(`${ONE}unblock/`, label('解锁用户', 'Unblock a user'), (call) => lift(call)),
  {
    method: 'GET',
    path: `${ONE}otp/reset/`,
    access,
    unsafeGet: true,
    doc: { area, summary: label('重置用户的 MFA', 'Reset the MFA of a user') },
    run: (call) => resetOtp(call),
  },
  {
    method: 'GET',
    path: '/api/v1/users/otp/reset/',
    access,
    unsafeGet: true,
    doc: { area, summary: label('重置 MFA（不指定用户）', 'Reset MFA, of nobody') },
    run: async () => {
      throw ownOtp()
    },
  },
]

/** The same by PUT and PATCH: these bodies are whole or empty. */
function written(
  path: string,
  summary: Label,
  run: Route['run'],
  more: { takes?: Fields; gives?: Fields; access?: Route['access'] } = {},
): Route[] {
  const doc = { area, summary, takes: more.takes, gives: more.gives ?? (more.takes ? undefined : user.fields) }
  return (['PUT', 'PATCH'] as const).map((method) => ({ method, path, access: more.access ?? access, doc, run }))
}

/** The account a path names, if the caller may change it; others' do not exist. */
const account = async (ctx: Ctx, given: string, options: { lock?: boolean } = {}): Promise<Row> => {
  const [row] = await loadRows(users, [keyFrom(users, given)], ctx, options)
  if (!row) throw absent(user.label)
  if (!mayUpdate(row as never, ctx)) throw forbidden()
  return row as Row
}

const record = (row: Row, diff: Difference, ctx: Ctx): Promise<void> => {
  const title = `${row.name}(${row.username})`
  return recordDeeds([{ action: 'update', path: user.path, id: row.id, title, diff }], ctx)
}

const shown = async (row: Row, ctx: Ctx): Promise<Answer> =>
  ok((await showRows(users, [row.id], ctx, { detail: true }))[0])

const changePassword = ({ ctx, params, body }: Call): Promise<Answer> =>
  ctx.atomically(async (ctx) => {
    const row = await account(ctx, params.id!, { lock: true })
    const { password: wanted } = readForm(password, body, ctx)
    // Passwords of a directory are changed there.
    if (row.source !== 'local') return ok({})
    const bad = await badPassword(wanted, row, ctx)
    if (bad) throw new InvalidBody({ password: bad })
    await setPassword(ctx, row, wanted, { keepVisit: row.id === ctx.me.id ? ctx.visit?.id : undefined })
    await record(row, { password: [MASK, MASK] }, ctx)
    return ok({})
  })

const notLocal = refusal(
  'not_local_user',
  400,
  {
    zh: '该用户的密码由外部系统管理，不能在此重置',
    en: 'The password of this user is kept elsewhere and cannot be reset here',
  },
  'error',
)

const resetPassword = ({ ctx, params }: Call): Promise<Answer> =>
  ctx.atomically(async (ctx) => {
    const row = await account(ctx, params.id!, { lock: true })
    if (row.source !== 'local') throw notLocal()
    await setPassword(ctx, row, randomPassword(passwordRules(ctx)))
    await sendPasswordLink(ctx, row, 'reset')
    await record(row, { password: [MASK, MASK] }, ctx)
    return shown(row, ctx)
  })

const resetKey = ({ ctx, params }: Call): Promise<Answer> =>
  ctx.atomically(async (ctx) => {
    const row = await account(ctx, params.id!, { lock: true })
    await ctx.db.updateTable('users_users').set({ public_key: null }).where('id', '=', row.id).execute()
    await record(row, { public_key: [MASK, null] }, ctx)
    send(ctx, row, letters.keyReset)
    return shown(row, ctx)
  })

const changeOwnKey = ({ ctx, params, body }: Call): Promise<Answer> =>
  ctx.atomically(async (ctx) => {
    if (keyFrom(users, params.id!) !== ctx.me.id) throw forbidden()
    const given = readForm(publicKey, body, ctx).public_key
    const wrong = keyProblem(given, ctx)
    if (wrong) throw new InvalidBody(wrong)
    const { public_key } = savedKey(given)
    const row = await ctx.db
      .updateTable('users_users')
      .set({ public_key: public_key! })
      .where('id', '=', ctx.me.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(row, { public_key: [MASK, MASK] }, ctx)
    send(ctx, row, letters.keyChanged)
    return ok({ id: row.id, public_key })
  })

const lift = ({ ctx, params }: Call): Promise<Answer> =>
  ctx.atomically(async (ctx) => {
    const row = await account(ctx, params.id!)
    const blocked = await ctx.db
      .selectFrom('users_users as t')
      .where('t.id', '=', row.id)
      .where(isBlockedSql('t', ctx.reader.now))
      .select('t.id')
      .executeTakeFirst()
    await unblock(ctx, row.username)
    if (blocked) await record(row, { login_blocked: [true, false] }, ctx)
    return shown(row, ctx)
  })

const ownOtp = refusal(
  'own_otp',
  401,
  {
    zh: '不能重置自己的 MFA，请在个人信息页重置',
    en: 'Could not reset self otp, use profile reset instead',
  },
  'error',
)

const resetOtp = ({ ctx, params }: Call): Promise<Answer> =>
  ctx.atomically(async (ctx) => {
    if (keyFrom(users, params.id!) === ctx.me.id) throw ownOtp()
    const row = await account(ctx, params.id!, { lock: true })
    await ctx.db
      .updateTable('users_users')
      .set({ otp_secret: null, otp_last_step: 0 })
      .where('id', '=', row.id)
      .execute()
    await record(row, { otp_secret: [MASK, null] }, ctx)
    send(ctx, row, letters.otpReset)
    return ok({ msg: 'success' })
  })
