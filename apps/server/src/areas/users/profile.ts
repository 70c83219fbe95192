// The caller's own account: what they see of themselves, and the little they may change.
import { DEFAULT_ORG, mfaLevels, ROOT_ORG, ROOT_ORG_NAME, user } from '@drawbridge/model'
import { choice, computed, type Fields, type Label, label, text, words } from '@drawbridge/resource'
import { InvalidBody, refusal } from '@drawbridge/wire'
import { showRows } from '../../engine/read.ts'
import { type Behaviour, fieldsFor, type Loaded, type Served } from '../../engine/serve.ts'
import { changeRows } from '../../engine/write.ts'
import { checkPassword, setPassword } from '../../platform/auth/credentials.ts'
import { countAttempt, forgetAttempts, verifyKey } from '../../platform/auth/failures.ts'
import { parsePublicKey } from '../../platform/auth/ssh-key.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, ok, type Route } from '../../platform/http/route.ts'
import { formRoute, readForm } from './form.ts'
import { letters, send } from './letters.ts'
import { isForced, mfaProblem } from './mfa.ts'
import { badPassword, keyProblem, savedKey } from './secrets.ts'
import { users } from './user.ts'

type Row = Loaded<typeof user>

const PATH = '/api/v1/users/profile/'
const area = 'users'
// Also for an account that has expired: its owner is told so by the console, which needs their profile.
const access = ['authenticated'] as const

const WRITABLE = new Set(['phone', 'wechat', 'comment', 'public_key', 'mfa_level', 'is_first_login'])

const more = {
  public_key_comment: computed<string>('string', label('SSH公钥备注', 'Public key comment')),
  public_key_hash_md5: computed<string>('string', label('SSH公钥指纹', 'Public key fingerprint')),
  admin_or_audit_orgs: computed<OrgBrief[]>(
    'field',
    label('管理或审计的组织', 'Administered or audited organizations'),
  ),
  user_all_orgs: computed<OrgBrief[]>('field', label('所属组织', 'Organizations')),
  current_org_roles: computed<string[]>('field', label('当前组织角色', 'Current organization roles')),
  guide_url: computed<string | null>('field', label('用户向导', 'Guide url')),
} satisfies Fields

const passwords = {
  old_password: secretText('原密码', 'Old password'),
  new_password: secretText('新密码', 'New password'),
  new_password_again: secretText('确认新密码', 'Confirm password'),
} satisfies Fields

const publicKey = {
  public_key: text(label('SSH公钥', 'Public key'), { required: true, writeOnly: true, max: 2048 }),
  public_key_comment: more.public_key_comment,
  public_key_hash_md5: more.public_key_hash_md5,
} satisfies Fields

function secretText(zh: string, en: string) {
  return text(label(zh, en), { required: true, writeOnly: true, max: 128, untrimmed: true })
}

/** The row of the caller, whatever organisation they stand in; all but a few fields can only be read. */
const behaviour: Behaviour<typeof user> = {
  shape: (fields) => {
    const { password: _password, password_strategy: _strategy, ...rest } = fields
    return Object.fromEntries(
      Object.entries(rest as Fields).map(([name, field]) => [
        name,
        { ...field, required: false, resets: false, readOnly: !WRITABLE.has(name), ...(name === 'mfa_level' && level) },
      ]),
    )
  },
  visible: (rows, { me }) => rows.where('t.id', '=', me.id),
  check: (draft, { ctx, row }) => ({
    ...(mayUseKey(row!, ctx) && keyProblem(draft.public_key, ctx)),
    ...(draft.mfa_level !== undefined && !isForced(row!, ctx) && levelProblem(row!, draft.mfa_level, ctx)),
  }),
  saving: (draft, { ctx, row }) => ({
    public_key: row!.public_key,
    ...(mayUseKey(row!, ctx) && savedKey(draft.public_key)),
    ...(draft.mfa_level !== undefined && isForced(row!, ctx) && { mfa_level: FORCED }),
  }),
}

const own: Served = { resource: user, behaviour: behaviour as never }

const FORCED = 2
const level = {
  choices: choice(user.fields.mfa_level.label, mfaLevels.slice(0, FORCED)).choices,
}

const levelProblem = (row: Row, wanted: number, ctx: Ctx) =>
  wanted === FORCED ? { mfa_level: [words.choice(wanted)[ctx.reader.lang]] } : mfaProblem(row, wanted, ctx)

const mayUseKey = ({ source }: Row, { services }: Ctx): boolean =>
  source === 'local' && services.settings.values.TERMINAL_PUBLIC_KEY_AUTH

const profileFields = (ctx: Ctx): Fields => ({ ...fieldsFor(own, ctx), ...more })

export const profileRoutes: Route[] = [
  ...form(PATH, label('个人信息', 'Profile'), {
    fields: profileFields,
    takes: Object.fromEntries(Object.entries(user.fields).filter(([name]) => WRITABLE.has(name))),
    gives: { ...user.fields, ...more },
    read: ({ ctx }) => showProfile(ctx),
    write: async ({ ctx, body }) => {
      await change(body ?? {}, ctx)
      return showProfile(ctx)
    },
  }),
  ...form(`${PATH}password/`, label('修改自己的密码', 'Your password'), {
    fields: () => passwords,
    takes: passwords,
    read: async () => ok({}),
    write: (call) => changePassword(call),
  }),
  ...form(`${PATH}public-key/`, label('修改自己的 SSH 公钥', 'Your SSH key'), {
    fields: () => publicKey,
    takes: publicKey,
    gives: publicKey,
    read: ({ ctx }) => showKey(ctx),
    write: (call) => changeKey(call),
  }),
]

interface Form {
  readonly fields: (ctx: Ctx) => Fields
  readonly takes: Fields
  readonly gives?: Fields
  readonly read: Route['run']
  readonly write: Route['run']
}

function form(path: string, summary: Label, { fields, takes, gives, read, write }: Form): Route[] {
  return [
    { method: 'GET', path, access, doc: { area, summary, gives }, run: read },
    ...(['PUT', 'PATCH'] as const).map((method) => ({
      method,
      path,
      access,
      doc: { area, summary, takes, gives, partial: path === PATH },
      run: write,
    })),
    formRoute(path, access, summary, fields),
  ]
}

const change = (body: unknown, ctx: Ctx) =>
  changeRows(own, [{ id: ctx.me.id, body }], ctx, { mode: 'patch', many: false })

interface OrgBrief {
  readonly id: string
  readonly name: string
  readonly is_default: boolean
  readonly is_root: boolean
}

const showProfile = async (ctx: Ctx): Promise<Answer> => {
  const { me, org, services } = ctx
  const [shown] = await showRows(users, [me.id], ctx, { detail: true })
  const current = org.isRoot ? [me.role === 'Admin' ? 'Admin' : 'User'] : me.orgRoles
  return ok({
    ...(shown as object),
    role: me.role,
    ...(await keyOf(ctx)),
    ...(await orgsOf(ctx)),
    current_org_roles: current,
    guide_url: services.settings.values.USER_GUIDE_URL || null,
  })
}

const keyOf = async ({ db, me }: Ctx) => {
  const row = await db.selectFrom('users_users').select('public_key').where('id', '=', me.id).executeTakeFirst()
  const key = row?.public_key ? parsePublicKey(row.public_key) : undefined
  return { public_key_comment: key?.comment ?? '', public_key_hash_md5: key?.hashMd5 ?? '' }
}

const orgsOf = async ({ db, me, reader }: Ctx) => {
  const rows = await db
    .selectFrom('orgs_orgs as o')
    .leftJoin('orgs_org_member_relation as m', (on) => on.onRef('m.org', '=', 'o.id').on('m.user', '=', me.id))
    .select(['o.id', 'o.name', 'm.role'])
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()
  const brief = (where: (row: (typeof rows)[number]) => boolean): OrgBrief[] => [
    ...new Map(
      rows
        .filter(where)
        .map(({ id, name }) => [id, { id, name, is_default: id === DEFAULT_ORG, is_root: false }] as const),
    ).values(),
  ]
  const isSuper = me.role === 'Admin' || me.role === 'Auditor'
  const root = { id: ROOT_ORG, name: ROOT_ORG_NAME[reader.lang], is_default: false, is_root: true }
  return {
    admin_or_audit_orgs: isSuper
      ? [root, ...brief(() => true)]
      : brief(({ role }) => role === 'Admin' || role === 'Auditor'),
    user_all_orgs: brief(({ role }) => role !== null),
  }
}

const wrongPassword = label('原密码错误', 'The old password is incorrect')
const differs = label('两次输入的密码不一致', 'The newly set password is inconsistent')
const tooMany = refusal('too_many_attempts', 400, {
  zh: '原密码错误次数过多，请稍后再试',
  en: 'Too many wrong passwords, please try again later',
})

const changePassword = async ({ ctx, body }: Call): Promise<Answer> => {
  const { old_password, new_password, new_password_again } = readForm(passwords, body, ctx)
  const { me } = ctx
  // Passwords of a directory are changed there.
  if (me.source !== 'local') return ok({})
  await proveSelf(old_password, ctx)
  const bad = await badPassword(new_password, me, ctx)
  if (bad) throw new InvalidBody({ new_password: bad })
  if (new_password !== new_password_again) throw new InvalidBody({ new_password_again: [differs[ctx.reader.lang]] })
  await setPassword(ctx, me, new_password, { keepVisit: ctx.visit?.id })
  return ok({})
}

/** An open browser that somebody found is no place to guess the password from. */
const proveSelf = async (password: string, ctx: Ctx): Promise<void> => {
  const { SECURITY_LOGIN_LIMIT_COUNT: limit, SECURITY_LOGIN_LIMIT_TIME: minutes } = ctx.services.settings.values
  const key = verifyKey(ctx.me.username)
  const { count } = await countAttempt(ctx.db, { key, limit, seconds: minutes * 60 }, ctx.reader.now)
  if (count > limit) throw tooMany()
  if (!(await checkPassword(ctx, ctx.me.id, password)))
    throw new InvalidBody({ old_password: [wrongPassword[ctx.reader.lang]] })
  await forgetAttempts(ctx.db, [key])
}

const showKey = async (ctx: Ctx): Promise<Answer> => ok(await keyOf(ctx))

const changeKey = async ({ ctx, body }: Call): Promise<Answer> => {
  const { public_key } = readForm(publicKey, body, ctx)
  return ctx.atomically(async (ctx) => {
    await change({ public_key }, ctx)
    const row = await ctx.db
      .selectFrom('users_users')
      .select(['name', 'email'])
      .where('id', '=', ctx.me.id)
      .executeTakeFirstOrThrow()
    send(ctx, row, letters.keyChanged)
    return showKey(ctx)
  })
}
