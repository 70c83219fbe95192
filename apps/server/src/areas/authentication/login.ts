// The login page, the guard behind it, the page for the second step, and the way out.
import { label } from '@drawbridge/resource'
import { newResetToken } from '../../platform/auth/credentials.ts'
import { ownPath } from '../../platform/auth/own-path.ts'
import { takeVisit } from '../../platform/auth/visit-cookies.ts'
import { closeVisit } from '../../platform/auth/visits.ts'
import { requireOwnOrigin } from '../../platform/http/csrf.ts'
import type { Answer, Call, Route } from '../../platform/http/route.ts'
import { type Account, needsMfa } from './account.ts'
import { type Halfway, halfwayOf, logIn, passOn, stayHalfway } from './arrival.ts'
import { type FirstStep, takeFirstStep } from './first-step.ts'
import { formToken } from './form-token.ts'
import { recordLogin } from './login-log.ts'
import { formOf, frameOf, goTo, isOwnForm, nextOf, pagesAt, show, withNext } from './page.ts'
import type { Problem } from './pages/form.ts'
import { loginPage } from './pages/login.ts'
import { logoutPage } from './pages/logout.ts'
import { otpPage } from './pages/otp.ts'
import { paths } from './pages/paths.ts'
import { words } from './pages/words.ts'
import { spendCode } from './second-step.ts'

export const RESET_TOKEN_PLACE = 'sessions.reset_token'

const anybody = ['anonymous'] as const

export const loginRoutes = (): Route[] => [
  ...pagesAt('/', label('首页', 'Home'), anybody, {
    GET: async ({ ctx }) => goTo(ctx.caller?.valid ? paths.console : paths.login),
  }),
  ...pagesAt('/login', label('登录', 'Log in'), anybody, {
    GET: async (call) => goTo(withNext(paths.login, nextOf(call))),
  }),
  ...pagesAt(paths.login, label('登录', 'Log in'), anybody, { GET: showLogin, POST: takeLogin }),
  ...pagesAt(paths.guard, label('登录的下一步', 'Next step of a login'), anybody, { GET: guard }),
  ...pagesAt(paths.otp, label('多因子认证', 'Second step of a login'), anybody, { GET: showOtp, POST: takeOtp }),
  ...pagesAt(paths.logout, label('退出登录', 'Log out'), anybody, { GET: logOut }),
  ...pagesAt('/core/auth/first-login/', label('首次登录', 'First login'), ['user'], {
    GET: async () => goTo(paths.console),
  }),
]

async function showLogin(call: Call): Promise<Answer> {
  if (call.ctx.caller?.valid && call.ctx.visit) return goTo(nextOf(call) ?? paths.home)
  return show(askLogin(call))
}

const askLogin = (call: Call, more: Partial<Parameters<typeof loginPage>[0]> = {}): string =>
  loginPage({ ...frameOf(call), csrf: formToken(call), next: nextOf(call), ...more })

async function takeLogin(call: Call): Promise<Answer> {
  const { ctx } = call
  const { username = '', password = '', auto_login } = formOf(call.body)
  const again = { username, autoLogin: auto_login !== undefined }
  if (!isOwnForm(call)) {
    const problems = [{ text: words.problem.form[ctx.reader.lang] }]
    return show(askLogin(call, { ...again, problems }), 403)
  }
  const step = await takeFirstStep(ctx, { username, password, type: 'W', address: ctx.address })
  if (!step.ok) return refuse(call, step, again)
  const entrance = { account: step.account, backend: step.backend, auto_login: again.autoLogin }
  await (needsMfa(ctx, step.account) ? stayHalfway(call, entrance) : logIn(call, entrance))
  return goTo(withNext(paths.guard, nextOf(call)))
}

const refuse = async (
  call: Call,
  step: Extract<FirstStep, { ok: false }>,
  again: { username: string; autoLogin: boolean },
): Promise<Answer> => {
  if (step.reason === 'block_login') return show(askLogin(call, { ...again, lockedMinutes: step.minutes }))
  if (step.reason === 'password_expired' || step.reason === 'password_too_simple') {
    await letReset(call, step.account)
    return goTo(step.reason === 'password_expired' ? paths.expired : paths.tooSimple)
  }
  return show(askLogin(call, { ...again, problems: [{ text: problems[step.reason][call.ctx.reader.lang] }] }))
}

const problems = {
  password_failed: words.problem.credentials,
  user_inactive: words.problem.inactive,
  user_invalid: words.problem.inactive,
  acl_not_allow: words.problem.address,
} as const

/** The right to set a new password stays in the visit: no address carries it. */
const letReset = async (call: Call, account: Account): Promise<void> => {
  const token = await newResetToken(call.ctx, account.id)
  await passOn(call, { reset_token: call.ctx.services.secrets.seal(token, RESET_TOKEN_PLACE) })
}

/** Decides the next step and changes nothing: the steps themselves are forms. */
async function guard(call: Call): Promise<Answer> {
  const next = nextOf(call)
  if (call.ctx.caller?.valid && call.ctx.visit) return goTo(next ?? paths.home)
  const halfway = await halfwayOf(call)
  if (!halfway) return goTo(withNext(paths.login, next))
  return goTo(withNext(halfway.account.otp_secret ? paths.otp : paths.otpEnable, next))
}

async function showOtp(call: Call): Promise<Answer> {
  const halfway = await halfwayOf(call)
  return halfway?.account.otp_secret ? show(askOtp(call)) : goTo(withNext(paths.guard, nextOf(call)))
}

const askOtp = (call: Call, problems?: readonly Problem[]): string =>
  otpPage({ ...frameOf(call), csrf: formToken(call), next: nextOf(call), problems })

async function takeOtp(call: Call): Promise<Answer> {
  const { ctx } = call
  const { lang } = ctx.reader
  const halfway = await halfwayOf(call)
  if (!halfway?.account.otp_secret) return show(askLogin(call, { notices: [words.problem.session[lang]] }))
  if (!isOwnForm(call)) return show(askOtp(call, [{ text: words.problem.form[lang] }]), 403)
  const check = await spendCode(ctx, halfway.account, formOf(call.body).otp_code ?? '')
  if (!check.ok) {
    await recordMfaFailure(call, halfway, check.minutes !== undefined)
    const text = check.minutes === undefined ? words.problem.code[lang] : words.login.locked[lang](check.minutes)
    return show(askOtp(call, [{ field: 'otp_code', text }]))
  }
  const { account, pending, visit } = halfway
  await logIn(call, { account, backend: pending.backend, auto_login: pending.auto_login }, visit)
  return goTo(withNext(paths.guard, nextOf(call)))
}

const recordMfaFailure = ({ ctx }: Call, { account, pending }: Halfway, isBlocked: boolean): Promise<void> =>
  recordLogin(ctx, {
    username: account.username,
    type: 'W',
    address: ctx.address,
    mfa: true,
    reason: isBlocked ? 'block_login' : 'mfa_failed',
    backend: pending.backend,
  })

/** The contract has it as a link. A link on another site only leads here: it ends nothing. */
async function logOut(call: Call): Promise<Answer> {
  const { ctx, request, query } = call
  if (ctx.visit) {
    if (request.headers['sec-fetch-site'] === 'cross-site') return goTo(paths.home)
    requireOwnOrigin(request)
    await closeVisit(ctx.db, ctx.visit.id)
  }
  takeVisit(call)
  const next = ownPath(query.next, '')
  const { here: _, ...frame } = frameOf(call)
  return show(logoutPage({ ...frame, loginUrl: next ? withNext(paths.login, next) : paths.login }))
}
