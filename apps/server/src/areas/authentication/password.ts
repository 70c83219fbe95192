// Pages for people who forgot their password, must change it, or must show it once more.
import { label } from '@drawbridge/resource'
import { notAuthenticated } from '@drawbridge/wire'
import {
  checkPassword,
  passwordProblem,
  passwordRules,
  sendPasswordLink,
  setPassword,
} from '../../platform/auth/credentials.ts'
import { blockKey, countAttempt, forgetAttempts, usernameKey } from '../../platform/auth/failures.ts'
import { hashToken } from '../../platform/auth/token.ts'
import { takeVisit } from '../../platform/auth/visit-cookies.ts'
import { changeVisit } from '../../platform/auth/visits.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Answer, Call, Route } from '../../platform/http/route.ts'
import { type Account, findAccount, isExpired } from './account.ts'
import { formToken } from './form-token.ts'
import { tryProof } from './lockout.ts'
import { RESET_TOKEN_PLACE } from './login.ts'
import { plainLine } from './login-log.ts'
import { formOf, frameOf, goTo, isOwnForm, nextOf, pagesAt, show } from './page.ts'
import { forgotPasswordPage } from './pages/forgot-password.ts'
import { forgotSentPage } from './pages/forgot-sent.ts'
import type { Problem } from './pages/form.ts'
import { messagePage } from './pages/message.ts'
import { passwordExpiredPage } from './pages/password-expired.ts'
import { passwordTooSimplePage } from './pages/password-too-simple.ts'
import { passwordVerifyPage } from './pages/password-verify.ts'
import { paths } from './pages/paths.ts'
import { resetPasswordPage } from './pages/reset-password.ts'
import { resetSuccessPage } from './pages/reset-success.ts'
import { words } from './pages/words.ts'

const HOUR = 3_600
/** Letters to one account, letters asked for from one address, and links that were none. */
const MOST = { perAccount: 3, perAddress: 20, wrongLinks: 20, triesOfALink: 10 } as const
/** A stranger cannot tell by the time whether an address belongs to anybody. */
const FORGOT_MS = 400

const anybody = ['anonymous'] as const

export const passwordRoutes = (): Route[] => [
  ...pagesAt(paths.forgot, label('忘记密码', 'Forgot password'), anybody, { GET: showForgot, POST: takeForgot }),
  ...pagesAt(paths.forgotSent, label('邮件已发送', 'Mail sent'), anybody, {
    GET: async (call) => show(forgotSentPage(frameOf(call))),
  }),
  ...pagesAt(paths.reset, label('重置密码', 'Reset password'), anybody, { GET: showReset, POST: takeReset }),
  ...pagesAt(paths.resetSuccess, label('密码已修改', 'Password changed'), anybody, {
    GET: async (call) => show(resetSuccessPage(frameOf(call))),
  }),
  ...pagesAt(paths.tooSimple, label('密码过于简单', 'Password too simple'), anybody, {
    GET: async (call) => show(passwordTooSimplePage({ ...frameOf(call), resetUrl: wayToReset(call) })),
  }),
  ...pagesAt(paths.expired, label('密码已过期', 'Password expired'), anybody, {
    GET: async (call) => show(passwordExpiredPage({ ...frameOf(call), resetUrl: wayToReset(call) })),
  }),
  ...pagesAt(paths.verify, label('验证密码', 'Confirm password'), ['user'], { GET: showVerify, POST: takeVerify }),
]

async function showForgot(call: Call): Promise<Answer> {
  const elsewhere = call.ctx.services.settings.values.FORGOT_PASSWORD_URL
  return elsewhere ? goTo(elsewhere) : show(askForgot(call))
}

const askForgot = (call: Call, more: { email?: string; problems?: readonly Problem[] } = {}): string =>
  forgotPasswordPage({ ...frameOf(call), csrf: formToken(call), ...more })

async function takeForgot(call: Call): Promise<Answer> {
  const { ctx } = call
  const { lang } = ctx.reader
  const email = plainLine(formOf(call.body).email ?? '').trim()
  if (!isOwnForm(call)) return show(askForgot(call, { email, problems: [{ text: words.problem.form[lang] }] }), 403)
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    return show(askForgot(call, { email, problems: [{ field: 'email', text: words.problem.email[lang] }] }))
  await Promise.all([sendLinks(ctx, email), ctx.services.pause(FORGOT_MS)])
  return goTo(paths.forgotSent)
}

/** To whom the address belongs, and to the address as it is stored: never to the one typed in. */
const sendLinks = async (ctx: Ctx, email: string): Promise<void> => {
  const isWithin = async (key: string, limit: number) =>
    (await countAttempt(ctx.db, { key, limit, seconds: HOUR }, ctx.reader.now)).count <= limit
  if (!(await isWithin(`forgot address ${ctx.address}`, MOST.perAddress))) return
  const users = await ctx.db
    .selectFrom('users_users')
    .select(['id', 'name', 'username', 'email'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('source', '=', 'local')
    .where('is_active', '=', true)
    .where('is_service_account', '=', false)
    .where((eb) => eb.or([eb('date_expired', 'is', null), eb('date_expired', '>', ctx.reader.now)]))
    .limit(3)
    .execute()
  for (const user of users)
    if (await isWithin(`forgot user ${user.id}`, MOST.perAccount)) await sendPasswordLink(ctx, user, 'reset')
}

/** Who must change their password comes with the right to do so in their visit; without it a link by mail is the way. */
const wayToReset = ({ ctx }: Call): string => (ctx.visit?.data.reset_token ? paths.reset : paths.forgot)

async function showReset(call: Call): Promise<Answer> {
  const token = tokenOf(call, call.query.token)
  const account = await accountBehind(call, token)
  return account ? show(askReset(call, account, token!)) : badLink(call)
}

const askReset = (call: Call, account: Account, token: string, problems: readonly Problem[] = []): string => {
  const { digit, ...rules } = passwordRules(call.ctx)
  return resetPasswordPage({
    ...frameOf(call),
    csrf: formToken(call),
    username: account.username,
    rules: { ...rules, number: digit },
    token,
    problems,
  })
}

const tokenOf = ({ ctx }: Call, given: string | undefined): string | undefined => {
  if (given) return given
  const sealed = ctx.visit?.data.reset_token
  return sealed && ctx.services.secrets.open(sealed, RESET_TOKEN_PLACE)
}

const accountBehind = async ({ ctx }: Call, token: string | undefined): Promise<Account | undefined> => {
  const { db, reader } = ctx
  const row =
    token === undefined
      ? undefined
      : await db
          .selectFrom('reset_tokens')
          .select('user')
          .where('id', '=', hashToken(token))
          .where('date_expired', '>', reader.now)
          .where('tries', '<', MOST.triesOfALink)
          .executeTakeFirst()
  const account = row && (await findAccount(ctx, 'id', row.user))
  const isGood = account?.source === 'local' && account.is_active && !isExpired(account, reader.now)
  if (isGood && (await countLinks(ctx, 0)) <= MOST.wrongLinks) return account
  await countLinks(ctx, 1)
  return undefined
}

/** Links that lead nowhere, per address: whoever tries many gets no further with a good one. */
const countLinks = async ({ db, address, reader }: Ctx, more: 0 | 1): Promise<number> => {
  const key = `reset address ${address}`
  if (more) return (await countAttempt(db, { key, limit: MOST.wrongLinks, seconds: HOUR }, reader.now)).count
  const row = await db
    .selectFrom('login_failures')
    .select('count')
    .where('key', '=', key)
    .where('date_expired', '>', reader.now)
    .executeTakeFirst()
  return row?.count ?? 0
}

const badLink = (call: Call): Answer => {
  const { lang } = call.ctx.reader
  const { here: _, ...frame } = frameOf(call)
  const link = { text: words.forgot.title[lang], url: paths.forgot }
  return show(
    messagePage({ ...frame, title: words.reset.title[lang], text: words.problem.link[lang], tone: 'warning', link }),
    400,
  )
}

async function takeReset(call: Call): Promise<Answer> {
  const { ctx } = call
  const { lang } = ctx.reader
  const { token: given, new_password = '', confirm_password = '' } = formOf(call.body)
  const token = tokenOf(call, given)
  const account = await accountBehind(call, token)
  if (!account || !token) return badLink(call)
  if (!isOwnForm(call)) return show(askReset(call, account, token, [{ text: words.problem.form[lang] }]), 403)
  await ctx.db
    .updateTable('reset_tokens')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', hashToken(token))
    .execute()
  const problems = await problemsOf(ctx, account, new_password, confirm_password)
  if (problems.length > 0) return show(askReset(call, account, token, problems))
  const done = await ctx.atomically(async (ctx) => {
    // Of two who use the same link at the same moment, one is first.
    const mine = await ctx.db
      .deleteFrom('reset_tokens')
      .where('id', '=', hashToken(token))
      .returning('id')
      .executeTakeFirst()
    if (!mine) return false
    await setPassword(ctx, account, new_password)
    await forgetAttempts(ctx.db, [blockKey(account.username), usernameKey(account.username)])
    ctx.afterCommit(() => ctx.services.post.send({ to: account.email, ...changedLetter(ctx, account) }))
    return true
  })
  if (!done) return badLink(call)
  if (ctx.visit && !ctx.caller) {
    await ctx.db.deleteFrom('sessions').where('id', '=', ctx.visit.id).execute()
    takeVisit(call)
  }
  return goTo(paths.resetSuccess)
}

const problemsOf = async (ctx: Ctx, account: Account, password: string, again: string): Promise<Problem[]> => {
  const text = await passwordProblem(ctx, { password, user: account })
  if (text) return [{ field: 'new_password', text }]
  return password === again ? [] : [{ field: 'confirm_password', text: words.problem.mismatch[ctx.reader.lang] }]
}

const changedLetter = ({ reader: { lang }, address }: Ctx, { name }: Account) => ({
  subject: { zh: '密码已修改', en: 'Your password was changed' }[lang],
  text: {
    zh: `${name}，您好：\n\n您的密码刚刚被修改，操作来自 ${address}。\n\n如果这不是您本人的操作，请立即联系管理员。\n`,
    en: `Hello ${name},\n\nyour password has just been changed, from ${address}.\n\nIf that was not you, tell an administrator at once.\n`,
  }[lang],
})

async function showVerify(call: Call): Promise<Answer> {
  return show(askVerify(call))
}

const askVerify = (call: Call, problems?: readonly Problem[]): string =>
  passwordVerifyPage({
    ...frameOf(call),
    csrf: formToken(call),
    next: nextOf(call),
    username: call.ctx.me.username,
    cancelUrl: nextOf(call) ?? paths.home,
    problems,
  })

async function takeVerify(call: Call): Promise<Answer> {
  const { ctx } = call
  if (!ctx.visit) throw notAuthenticated()
  if (!isOwnForm(call)) return show(askVerify(call, [{ text: words.problem.form[ctx.reader.lang] }]), 403)
  const problem = await passwordAgain(ctx, ctx.me, formOf(call.body).password ?? '')
  if (problem) return show(askVerify(call, [problem]))
  await changeVisit(ctx, { password_verified: ctx.reader.now.getTime() })
  return goTo(nextOf(call) ?? paths.home)
}

/** Somebody who is known shows their password once more; wrong tries are counted. */
export const passwordAgain = async (
  ctx: Ctx,
  user: { id: string; username: string },
  password: string,
): Promise<Problem | undefined> => {
  const { lang } = ctx.reader
  const attempt = await tryProof(ctx, user.username, 'password')
  if (!attempt.allowed) return { field: 'password', text: words.login.locked[lang](attempt.minutes) }
  if (await checkPassword(ctx, user.id, password)) {
    await attempt.succeeded()
    return undefined
  }
  await attempt.failed()
  return { field: 'password', text: words.problem.password[lang] }
}
