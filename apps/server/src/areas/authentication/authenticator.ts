// Pages on which a person links, changes or gives up the authenticator of their account; also on the way in, where rules demand one.
import { type Json, label, MASK } from '@drawbridge/resource'
import { forbidden, notAuthenticated } from '@drawbridge/wire'
import { sql } from 'kysely'
import { recordDeeds } from '../../engine/audit.ts'
import { newTotpSecret, totpUri, verifyTotp } from '../../platform/auth/totp.ts'
import { takeVisit } from '../../platform/auth/visit-cookies.ts'
import { changeVisit, endLogins } from '../../platform/auth/visits.ts'
import type { Ctx, Visit } from '../../platform/context.ts'
import type { Answer, Call, Route } from '../../platform/http/route.ts'
import { type Account, actingAs, findAccount, isMfaForced, needsMfa } from './account.ts'
import { halfwayOf } from './arrival.ts'
import { formToken } from './form-token.ts'
import { formOf, frameOf, goTo, isOwnForm, nextOf, pagesAt, show, withNext } from './page.ts'
import type { Problem } from './pages/form.ts'
import { otpBindPage } from './pages/otp-bind.ts'
import { otpDisablePage } from './pages/otp-disable.ts'
import { otpEnableStartPage } from './pages/otp-enable-start.ts'
import { otpInstallAppPage } from './pages/otp-install-app.ts'
import { otpSettingsSuccessPage } from './pages/otp-settings-success.ts'
import { otpUpdatePage } from './pages/otp-update.ts'
import { paths } from './pages/paths.ts'
import { qrSvg } from './pages/qr.ts'
import { words } from './pages/words.ts'
import { passwordAgain } from './password.ts'
import { OTP_SECRET_PLACE, spendCode } from './second-step.ts'

/** How long a password or a code just shown opens the next page. */
const FRESH_MS = 5 * 60_000
const CANDIDATE_PLACE = 'sessions.otp_candidate'

const CHANGES = ['enabled', 'disabled', 'updated'] as const
type Change = (typeof CHANGES)[number]

// Who is halfway through a login is nobody yet to the router, so the pages look for themselves.
const anybody = ['anonymous'] as const

export const authenticatorRoutes = (): Route[] => [
  ...pagesAt(paths.otpEnable, label('启用多因子认证', 'Enable MFA'), anybody, { GET: showStart, POST: takeStart }),
  ...pagesAt(paths.otpInstall, label('安装身份验证器', 'Install an authenticator'), anybody, { GET: showInstall }),
  ...pagesAt(paths.otpBind, label('绑定身份验证器', 'Link an authenticator'), anybody, {
    GET: showBind,
    POST: takeBind,
  }),
  ...pagesAt(paths.otpDisable, label('关闭多因子认证', 'Disable MFA'), ['user'], {
    GET: showDisable,
    POST: takeDisable,
  }),
  ...pagesAt(paths.otpUpdate, label('更换身份验证器', 'Change the authenticator'), ['user'], {
    GET: showUpdate,
    POST: takeUpdate,
  }),
  ...pagesAt(paths.otpSuccess, label('多因子认证已设置', 'MFA is set'), anybody, { GET: showSuccess }),
]

interface Subject {
  readonly account: Account
  readonly visit: Visit
  readonly isHalfway: boolean
}

/** Whose authenticator it is about: of who is logged in, or of who is halfway there. */
const subjectOf = async (call: Call): Promise<Subject> => {
  const { ctx } = call
  if (ctx.caller?.via === 'session' && ctx.caller.valid && ctx.visit) {
    const account = await findAccount(ctx, 'id', ctx.caller.id)
    if (account) return { account, visit: ctx.visit, isHalfway: false }
  }
  const halfway = await halfwayOf(call)
  // With an authenticator linked, the way in leads through its code and not through a new one.
  if (!halfway || halfway.account.otp_secret || ctx.visit?.id !== halfway.visit.id) throw notAuthenticated()
  return { account: halfway.account, visit: halfway.visit, isHalfway: true }
}

const isFresh = (at: number | undefined, { reader }: Ctx): boolean =>
  at !== undefined && reader.now.getTime() - at < FRESH_MS

const wayBack = (call: Call, { isHalfway }: Subject): string =>
  isHalfway ? paths.logout : (nextOf(call) ?? paths.home)

async function showStart(call: Call): Promise<Answer> {
  const subject = await subjectOf(call)
  if (subject.account.otp_secret && needsMfa(call.ctx, subject.account))
    return goTo(withNext(paths.otpUpdate, nextOf(call)))
  // Whoever comes from the login page has just shown the password.
  if (isFresh(subject.visit.data.password_verified, call.ctx)) return goTo(withNext(paths.otpInstall, nextOf(call)))
  return show(askStart(call, subject))
}

const askStart = (call: Call, subject: Subject, problems?: readonly Problem[]): string =>
  otpEnableStartPage({
    ...frameOf(call),
    csrf: formToken(call),
    next: nextOf(call),
    username: subject.account.username,
    cancelUrl: wayBack(call, subject),
    problems,
  })

async function takeStart(call: Call): Promise<Answer> {
  const { ctx } = call
  const subject = await subjectOf(call)
  if (!isOwnForm(call)) return show(askStart(call, subject, [{ text: words.problem.form[ctx.reader.lang] }]), 403)
  const problem = await passwordAgain(ctx, subject.account, formOf(call.body).password ?? '')
  if (problem) return show(askStart(call, subject, [problem]))
  await changeVisit(ctx, { password_verified: ctx.reader.now.getTime() })
  return goTo(withNext(paths.otpInstall, nextOf(call)))
}

async function showInstall(call: Call): Promise<Answer> {
  const subject = await subjectOf(call)
  const bindUrl = withNext(paths.otpBind, nextOf(call))
  return show(otpInstallAppPage({ ...frameOf(call), bindUrl, cancelUrl: wayBack(call, subject) }))
}

const mayBind = ({ account, visit }: Subject, ctx: Ctx): boolean =>
  isFresh(account.otp_secret ? visit.data.otp_verified : visit.data.password_verified, ctx)

async function showBind(call: Call): Promise<Answer> {
  const { ctx } = call
  const subject = await subjectOf(call)
  if (!mayBind(subject, ctx)) throw forbidden()
  return show(await askBind(call, subject, await candidateOf(ctx, subject)))
}

/** The secret on the page stays the same while the page is looked at again. */
const candidateOf = async (ctx: Ctx, { visit }: Subject): Promise<string> => {
  const { secrets } = ctx.services
  if (visit.data.otp_candidate) return secrets.open(visit.data.otp_candidate, CANDIDATE_PLACE)
  const secret = newTotpSecret()
  await changeVisit(ctx, { otp_candidate: secrets.seal(secret, CANDIDATE_PLACE) })
  return secret
}

const askBind = async (call: Call, subject: Subject, secret: string, problems?: readonly Problem[]) => {
  const { account } = subject
  const issuer = call.ctx.services.settings.values.OTP_ISSUER_NAME
  return otpBindPage({
    ...frameOf(call),
    csrf: formToken(call),
    next: nextOf(call),
    qr: await qrSvg(totpUri({ secret, issuer, account: account.username })),
    secret,
    cancelUrl: wayBack(call, subject),
    problems,
  })
}

async function takeBind(call: Call): Promise<Answer> {
  const { ctx } = call
  const { lang, now } = ctx.reader
  const subject = await subjectOf(call)
  if (!mayBind(subject, ctx)) throw forbidden()
  const secret = await candidateOf(ctx, subject)
  if (!isOwnForm(call)) return show(await askBind(call, subject, secret, [{ text: words.problem.form[lang] }]), 403)
  const window = ctx.services.settings.values.OTP_VALID_WINDOW
  const found = verifyTotp({ secret, code: (formOf(call.body).otp_code ?? '').trim(), now, window })
  if (!found.ok)
    return show(await askBind(call, subject, secret, [{ field: 'otp_code', text: words.problem.code[lang] }]))
  return change(call, subject, {
    otp_secret: ctx.services.secrets.seal(secret, OTP_SECRET_PLACE),
    otp_last_step: found.step,
    mfa_level: subject.account.mfa_level || 1,
  })
}

/** Whoever is in with the old proof comes in again with the new. */
const change = async (
  call: Call,
  { account, visit }: Subject,
  columns: { otp_secret: string | null; otp_last_step: number; mfa_level: Account['mfa_level'] },
): Promise<Answer> => {
  const { id, name, username, mfa_level, otp_secret } = account
  const diff: Record<string, [Json, Json]> = { otp_secret: [otp_secret && MASK, columns.otp_secret && MASK] }
  if (mfa_level !== columns.mfa_level) diff.mfa_level = [mfa_level, columns.mfa_level]
  await (await actingAs(call.ctx, account)).atomically(async (ctx) => {
    const changed = await ctx.db
      .updateTable('users_users')
      .set({ ...columns, login_epoch: sql<number>`login_epoch + 1` })
      .where('id', '=', id)
      // Somebody else may have linked or reset it meanwhile.
      .where('otp_secret', otp_secret === null ? 'is' : '=', otp_secret)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw forbidden()
    await endLogins(ctx.db, id)
    await ctx.db.deleteFrom('sessions').where('id', '=', visit.id).execute()
    await recordDeeds([{ action: 'update', path: 'users/users', id, title: `${name}(${username})`, diff }], ctx)
  })
  takeVisit(call)
  const what: Change = columns.otp_secret === null ? 'disabled' : otp_secret === null ? 'enabled' : 'updated'
  return goTo(`${paths.otpSuccess}?change=${what}`)
}

async function showDisable(call: Call): Promise<Answer> {
  const subject = await bound(call)
  if (!subject) return goTo(nextOf(call) ?? paths.home)
  if (isMfaForced(call.ctx, subject.account)) throw forbidden()
  return show(askDisable(call, subject))
}

/** The page makes no sense to somebody without an authenticator. */
const bound = async (call: Call): Promise<Subject | undefined> => {
  const subject = await subjectOf(call)
  return subject.account.otp_secret ? subject : undefined
}

const askDisable = (call: Call, subject: Subject, problems?: readonly Problem[]): string =>
  otpDisablePage({
    ...frameOf(call),
    csrf: formToken(call),
    next: nextOf(call),
    cancelUrl: wayBack(call, subject),
    problems,
  })

async function takeDisable(call: Call): Promise<Answer> {
  const { ctx } = call
  const subject = await bound(call)
  if (!subject) return goTo(nextOf(call) ?? paths.home)
  if (isMfaForced(ctx, subject.account)) throw forbidden()
  const problem = await codeProblem(call, subject)
  if (problem) return show(askDisable(call, subject, [problem.problem]), problem.status)
  return change(call, subject, { otp_secret: null, otp_last_step: 0, mfa_level: 0 })
}

const codeProblem = async (
  call: Call,
  { account }: Subject,
): Promise<{ problem: Problem; status: number } | undefined> => {
  const { lang } = call.ctx.reader
  if (!isOwnForm(call)) return { problem: { text: words.problem.form[lang] }, status: 403 }
  const check = await spendCode(call.ctx, account, formOf(call.body).otp_code ?? '')
  if (check.ok) return undefined
  const text = check.minutes === undefined ? words.problem.code[lang] : words.login.locked[lang](check.minutes)
  return { problem: { field: 'otp_code', text }, status: 200 }
}

async function showUpdate(call: Call): Promise<Answer> {
  const subject = await bound(call)
  return subject ? show(askUpdate(call, subject)) : goTo(withNext(paths.otpEnable, nextOf(call)))
}

const askUpdate = (call: Call, subject: Subject, problems?: readonly Problem[]): string =>
  otpUpdatePage({
    ...frameOf(call),
    csrf: formToken(call),
    next: nextOf(call),
    cancelUrl: wayBack(call, subject),
    problems,
  })

async function takeUpdate(call: Call): Promise<Answer> {
  const subject = await bound(call)
  if (!subject) return goTo(withNext(paths.otpEnable, nextOf(call)))
  const problem = await codeProblem(call, subject)
  if (problem) return show(askUpdate(call, subject, [problem.problem]), problem.status)
  await changeVisit(call.ctx, { otp_verified: call.ctx.reader.now.getTime(), otp_candidate: undefined })
  return goTo(withNext(paths.otpBind, nextOf(call)))
}

async function showSuccess(call: Call): Promise<Answer> {
  const what = CHANGES.find((one) => one === call.query.change)
  return what ? show(otpSettingsSuccessPage({ ...frameOf(call), change: what })) : goTo(paths.home)
}
