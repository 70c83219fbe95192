// Passwords of users as the rest of the server meets them: rules, change, check, the link to set one, and the lock on a login.
import type { Label } from '@drawbridge/resource'
import { refusal } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { newId } from '../ids.ts'
import { blockKey, forgetFailures } from './failures.ts'
import { PasswordsBusy, passwords } from './password.ts'
import { type PasswordProblem, type PasswordRules, passwordProblems } from './password-rules.ts'
import { alphanumericToken, hashToken } from './token.ts'
import { endLogins } from './visits.ts'

export interface Owner {
  readonly id: string
  readonly name: string
  readonly username: string
}

export const RESET_TOKEN = { length: 50, seconds: 3_600, path: '/core/auth/password/reset/' } as const

const HISTORY_KEPT = 50

/** What is wrong with a new password, in the reader's language; for a user who exists, their old ones count too. */
export const passwordProblem = async (
  ctx: Ctx,
  { password, user }: { password: string; user?: { readonly id: string } },
): Promise<string | undefined> => {
  const { lang } = ctx.reader
  const rules = passwordRules(ctx)
  const [problem] = passwordProblems(password, rules)
  if (problem) return sayings[problem](rules)[lang]
  if (user && (await wasUsed(ctx, user.id, password)))
    return oldPassword(ctx.services.settings.values.SECURITY_PASSWORD_HISTORY)[lang]
  return undefined
}

export const passwordRules = ({ services }: Ctx): PasswordRules => {
  const { values } = services.settings
  return {
    minLength: values.SECURITY_PASSWORD_MIN_LENGTH,
    upper: values.SECURITY_PASSWORD_UPPER_CASE,
    lower: values.SECURITY_PASSWORD_LOWER_CASE,
    digit: values.SECURITY_PASSWORD_NUMBER,
    special: values.SECURITY_PASSWORD_SPECIAL_CHAR,
  }
}

/** Every other login of the user ends with it; `keepVisit` names the one that made the change. */
export const setPassword = async (
  ctx: Ctx,
  user: Owner,
  password: string,
  options: { keepVisit?: string } = {},
): Promise<void> => {
  const hash = await hashPassword(password)
  await ctx.atomically(async (ctx) => {
    const { db, reader } = ctx
    const before = await db
      .selectFrom('users_users')
      .select(['password_hash', 'login_epoch'])
      .where('id', '=', user.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.password_hash) await remember(ctx, user.id, before.password_hash)
    const epoch = before.login_epoch + 1
    await db
      .updateTable('users_users')
      .set({ password_hash: hash, date_password_last_updated: reader.now, login_epoch: epoch })
      .where('id', '=', user.id)
      .execute()
    await endLogins(db, user.id, options.keepVisit)
    if (options.keepVisit !== undefined)
      await db
        .updateTable('sessions')
        .set({ epoch })
        .where('id', '=', options.keepVisit)
        .where('user', '=', user.id)
        .execute()
    await db.deleteFrom('reset_tokens').where('user', '=', user.id).execute()
    const titled = (who: { name: string; username: string }) => `${who.name}(${who.username})`
    await db
      .insertInto('audits_password_change_logs')
      .values({
        id: newId(),
        user: titled(user),
        change_by: titled(ctx.caller ?? user),
        remote_addr: ctx.address || null,
        datetime: reader.now,
        user_id: user.id,
      })
      .execute()
  })
}

// One for the whole process: its queue is what bounds the work.
const hasher = passwords()

export const hashPassword = (password: string): Promise<string> => unlessBusy(() => hasher.hash(password))

/** Nobody's password costs the same time as somebody's. */
export const checkPassword = async (ctx: Ctx, userId: string | undefined, password: string): Promise<boolean> => {
  const row =
    userId === undefined
      ? undefined
      : await ctx.db.selectFrom('users_users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return unlessBusy(() => hasher.verify(row?.password_hash, password))
}

/** A link with which a user sets a password without knowing the old one: by mail, once, for an hour. */
export const sendPasswordLink = async (
  ctx: Ctx,
  user: Owner & { readonly email: string },
  why: 'created' | 'reset',
): Promise<void> => {
  // The first administrator has an address that nobody can own.
  if (/\.invalid$/i.test(user.email)) return
  await ctx.atomically(async (ctx) => {
    const token = await newResetToken(ctx, user.id)
    const { values } = ctx.services.settings
    const link = new URL(RESET_TOKEN.path, values.SITE_URL)
    link.searchParams.set('token', token)
    const letter = why === 'created' ? welcome(ctx, user, link.href) : reset(ctx, user, link.href)
    ctx.afterCommit(() => ctx.services.post.send({ to: user.email, ...letter }))
  })
}

export const newResetToken = async (ctx: Ctx, user: string): Promise<string> => {
  const token = alphanumericToken(RESET_TOKEN.length)
  const date_expired = new Date(ctx.reader.now.getTime() + RESET_TOKEN.seconds * 1_000)
  await ctx.db
    .insertInto('reset_tokens')
    .values({ id: hashToken(token), user, date_expired, tries: 0 })
    .execute()
  return token
}

/** Whether too many logins failed under the name of this row of users, for a query. */
export const isBlockedSql = (alias: string, now?: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from login_failures f
    where f.key = ${blockKey('')} || ${sql.ref(`${alias}.username`)} and f.date_expired > ${now ?? sql`now()`}
  )`

export const unblock = (ctx: Ctx, username: string): Promise<void> => forgetFailures(ctx.db, username)

const tooBusy = refusal('busy', 503, {
  zh: '登录请求过多，请稍后再试',
  en: 'Too many logins at once, please try again in a moment',
})

const unlessBusy = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof PasswordsBusy ? tooBusy() : error
  }
}

const wasUsed = async (ctx: Ctx, user: string, password: string): Promise<boolean> => {
  const most = ctx.services.settings.values.SECURITY_PASSWORD_HISTORY
  if (most === 0) return false
  const now = await ctx.db.selectFrom('users_users').select('password_hash').where('id', '=', user).executeTakeFirst()
  const old = await ctx.db
    .selectFrom('password_history')
    .select('hash')
    .where('user', '=', user)
    .orderBy('id', 'desc')
    .limit(most - 1)
    .execute()
  const hashes = [now?.password_hash, ...old.map((row) => row.hash)].filter((hash) => typeof hash === 'string')
  for (const hash of hashes) if (await unlessBusy(() => hasher.verify(hash, password))) return true
  return false
}

const remember = async ({ db, reader }: Ctx, user: string, hash: string): Promise<void> => {
  await db.insertInto('password_history').values({ user, hash, date_created: reader.now }).execute()
  await db
    .deleteFrom('password_history')
    .where('user', '=', user)
    .where('id', 'not in', (old) =>
      old
        .selectFrom('password_history')
        .select('id')
        .where('user', '=', user)
        .orderBy('id', 'desc')
        .limit(HISTORY_KEPT),
    )
    .execute()
}

type Letter = { subject: string; text: string }

const welcome = (ctx: Ctx, user: Owner, link: string): Letter => {
  const { values } = ctx.services.settings
  const say = letters.created
  const { lang } = ctx.reader
  return {
    subject: values.EMAIL_CUSTOM_USER_CREATED_SUBJECT || say.subject[lang],
    text: paragraphs(
      values.EMAIL_CUSTOM_USER_CREATED_HONORIFIC || letters.dear(user.name)[lang],
      values.EMAIL_CUSTOM_USER_CREATED_BODY || say.body[lang],
      `${letters.username[lang]}${user.username}`,
      `${say.link[lang]}\n${link}`,
      letters.term[lang],
      values.EMAIL_CUSTOM_USER_CREATED_SIGNATURE,
    ),
  }
}

const reset = ({ reader: { lang } }: Ctx, user: Owner, link: string): Letter => {
  const say = letters.reset
  return {
    subject: say.subject[lang],
    text: paragraphs(
      letters.dear(user.name)[lang],
      `${say.link[lang]}\n${link}`,
      letters.term[lang],
      say.unasked[lang],
    ),
  }
}

const paragraphs = (...parts: (string | null | undefined)[]): string => `${parts.filter(Boolean).join('\n\n')}\n`

const letters = {
  dear: (name: string): Label => ({ zh: `${name}，您好：`, en: `Hello ${name},` }),
  username: { zh: '用户名：', en: 'Username: ' },
  term: { zh: '链接 1 小时内有效，只能使用一次。', en: 'The link works once, within one hour.' },
  created: {
    subject: { zh: '您的账号已创建', en: 'Your account has been created' },
    body: { zh: '您的账号已经创建成功。', en: 'An account has been created for you.' },
    link: { zh: '请打开以下链接设置密码：', en: 'Open this link to set your password:' },
  },
  reset: {
    subject: { zh: '重置密码', en: 'Reset your password' },
    link: { zh: '请打开以下链接重置密码：', en: 'Open this link to set a new password:' },
    unasked: {
      zh: '如果这不是您本人的操作，请忽略此邮件，密码不会改变。',
      en: 'If you did not ask for this, ignore this mail: your password stays as it is.',
    },
  },
} as const

const oldPassword = (count: number): Label => ({
  zh: `不能与最近 ${count} 次使用过的密码相同`,
  en: `The password must differ from the last ${count} you have used`,
})

const sayings: Record<PasswordProblem, (rules: PasswordRules) => Label> = {
  short: ({ minLength }) => ({
    zh: `密码至少需要 ${minLength} 个字符`,
    en: `The password needs at least ${minLength} characters`,
  }),
  long: () => ({ zh: '密码过长', en: 'The password is too long' }),
  upper: () => ({ zh: '密码必须包含大写字母', en: 'The password needs a capital letter' }),
  lower: () => ({ zh: '密码必须包含小写字母', en: 'The password needs a small letter' }),
  digit: () => ({ zh: '密码必须包含数字', en: 'The password needs a digit' }),
  special: () => ({ zh: '密码必须包含特殊字符', en: 'The password needs a special character' }),
  first: () => ({
    zh: '密码必须以字母、数字或标点符号开头',
    en: 'The password must begin with a letter, a digit or a punctuation mark',
  }),
  line: () => ({ zh: '密码不能包含换行', en: 'The password must not hold a line break' }),
}
