// Logins of programs: a name and a proof for a token, in as many steps as the account needs.
import { label, showStamp, text } from '@drawbridge/resource'
import { InvalidBody, type Wording } from '@drawbridge/wire'
import { showRows } from '../../engine/read.ts'
import { servedAt } from '../../engine/serve.ts'
import { alphanumericToken, hashToken } from '../../platform/auth/token.ts'
import { takeVisit } from '../../platform/auth/visit-cookies.ts'
import { changeVisit } from '../../platform/auth/visits.ts'
import { requireOwnOrigin } from '../../platform/http/csrf.ts'
import { type Answer, type Call, created, ok, type Route } from '../../platform/http/route.ts'
import { canonicalAddress } from '../../platform/networks.ts'
import { type Account, actingAs, findAccount, needsMfa } from './account.ts'
import { halfwayOf, markVerified, recordArrival, stayHalfway } from './arrival.ts'
import { type FirstStep, takeFirstStep } from './first-step.ts'
import { type LoginType, recordLogin } from './login-log.ts'
import { goTo } from './page.ts'
import { paths } from './pages/paths.ts'
import { words } from './pages/words.ts'
import { spendCode } from './second-step.ts'

const BEARER_LENGTH = 36
const CHALLENGE = '/api/v1/authentication/mfa/challenge/'

const takes = {
  username: text(label('用户名', 'Username'), { nullable: true, max: 128 }),
  password: text(label('密码', 'Password'), { nullable: true, max: 1024, untrimmed: true, writeOnly: true }),
  public_key: text(label('SSH公钥', 'SSH public key'), { nullable: true, writeOnly: true }),
  remote_addr: text(label('远端地址', 'Remote addr'), { nullable: true }),
}

const code = { code: text(label('动态码', 'Code'), { required: true }) }

export const tokenRoutes = (): Route[] => [
  ...['auth', 'tokens'].map((name) => ({
    ...api(`/api/v1/authentication/${name}/`, ['anonymous'] as const, takeClaim),
    doc: { area: 'authentication', summary: label('登录并获取令牌', 'Log in for a token'), takes },
  })),
  {
    ...api(CHALLENGE, ['anonymous'], takeChallenge),
    doc: { area: 'authentication', summary: label('提交动态码', 'Answer the MFA challenge'), takes: code },
  },
  {
    ...api('/api/v1/authentication/otp/verify/', ['user'], takeVerification),
    ownCsrf: false,
    doc: { area: 'authentication', summary: label('校验 MFA', 'Verify MFA'), takes: code },
  },
]

/** No token of a form can be asked of a program that has no visit yet; another site's page is kept out by its origin. */
const api = (path: string, access: Route['access'], run: Route['run']) => ({
  method: 'POST' as const,
  path,
  access,
  ownCsrf: true,
  run,
})

async function takeClaim(call: Call): Promise<Answer> {
  const { ctx, request } = call
  requireOwnOrigin(request)
  const given = textsOf(call, ['username', 'password', 'public_key', 'remote_addr'])
  const how = { type: typeOf(call), address: addressOf(call, given.remote_addr) }

  const halfway = await halfwayOf(call)
  if (halfway && ['', halfway.account.username].includes(given.username.trim())) {
    const { account, pending, visit } = halfway
    if (!pending.mfa) return secondStepNeeded(call)
    // Of two who ask on the same visit at the same moment, one is first.
    const mine = await ctx.db.deleteFrom('sessions').where('id', '=', visit.id).returning('id').executeTakeFirst()
    if (!mine) return failed(call, 'session_empty', sayings.session_empty)
    takeVisit(call)
    return issue(call, account, { ...how, backend: pending.backend })
  }

  // Set by administrators for terminals: people with an SSH client bring a key, or do not come in.
  const { TERMINAL_PASSWORD_AUTH: mayUsePasswords } = ctx.services.settings.values
  if (isComponent(call) && how.type === 'T' && given.password !== '' && !mayUsePasswords)
    return failed(call, 'password_disabled', sayings.password_disabled)

  // Whoever names a key has proved nothing; only our components have watched the proof.
  const watched = isComponent(call) && given.password === '' && given.public_key !== ''
  const mayUseKeys = ctx.services.settings.values.TERMINAL_PUBLIC_KEY_AUTH
  const step = await takeFirstStep(ctx, {
    ...how,
    username: given.username,
    password: given.password,
    provenKey: watched && mayUseKeys ? given.public_key : undefined,
  })
  if (!step.ok) return refuse(call, step)
  const { account, backend } = step
  if (!needsMfa(ctx, account)) return issue(call, account, { ...how, backend })
  if (!account.otp_secret) {
    await recordLogin(ctx, { ...how, username: account.username, mfa: true, reason: 'mfa_unset', backend })
    return failed(call, 'mfa_unset', sayings.mfa_unset)
  }
  await stayHalfway(call, { account, backend, auto_login: false })
  return secondStepNeeded(call)
}

const isComponent = ({ ctx }: Call): boolean => ctx.caller?.role === 'App'

const typeOf = ({ request }: Call): LoginType => (request.headers['x-jms-login-type'] === 'T' ? 'T' : '')

/** Only a component of ours is believed when it says for whom it speaks. */
const addressOf = (call: Call, said: string): string =>
  (isComponent(call) ? canonicalAddress(said.trim()) : undefined) ?? call.ctx.address

const issue = async (
  { ctx }: Call,
  account: Account,
  how: { type: LoginType; address: string; backend: string },
): Promise<Answer> => {
  const { now, zone } = ctx.reader
  const token = alphanumericToken(BEARER_LENGTH)
  const date_expired = new Date(now.getTime() + ctx.services.settings.values.TOKEN_EXPIRATION * 1_000)
  await ctx.atomically(async (ctx) => {
    await ctx.db
      .insertInto('bearer_tokens')
      .values({
        id: hashToken(token),
        user: account.id,
        epoch: account.login_epoch,
        address: how.address,
        date_created: now,
        date_expired,
      })
      .execute()
    await recordArrival(ctx, account, how)
  })
  const [user] = await showRows(servedAt('users/users'), [account.id], await actingAs(ctx, account), { detail: true })
  return created({ token, keyword: 'Bearer', date_expired: showStamp(date_expired, zone), user })
}

const secondStepNeeded = ({ ctx }: Call): Answer =>
  ok({
    error: 'mfa_required',
    msg: { zh: '需要 MFA 认证', en: 'MFA required' }[ctx.reader.lang],
    data: { choices: ['code'], url: CHALLENGE },
  })

const failed = ({ ctx }: Call, error: string, wording: Wording): Answer => ({
  status: 400,
  body: { error, msg: wording[ctx.reader.lang] },
})

const refuse = (call: Call, step: Extract<FirstStep, { ok: false }>): Answer => {
  if (step.reason === 'password_too_simple') return goTo(paths.tooSimple)
  if (step.reason === 'password_expired') {
    const detail = words.expired.text[call.ctx.reader.lang]
    return { status: 400, body: { detail, code: 'passwd_has_expired' } }
  }
  if (step.reason === 'block_login') return failed(call, step.reason, locked(step.minutes))
  return failed(call, step.reason, sayings[step.reason])
}

const locked = (minutes: number): Wording => ({
  zh: words.login.locked.zh(minutes),
  en: words.login.locked.en(minutes),
})

const sayings = {
  password_failed: words.problem.credentials,
  user_inactive: words.problem.inactive,
  user_invalid: words.problem.inactive,
  acl_not_allow: words.problem.address,
  mfa_failed: words.problem.code,
  password_disabled: {
    zh: '管理员已关闭终端的密码登录，请使用 SSH 密钥。',
    en: 'Logging in to terminals with a password is switched off. Please use an SSH key.',
  },
  mfa_unset: {
    zh: '该账号必须使用多因子认证，但尚未绑定身份验证器，请先在网页上登录并绑定。',
    en: 'This account needs MFA and has no authenticator yet. Log in with a browser first and link one.',
  },
  session_empty: { zh: '会话不存在，请重新登录。', en: 'There is no login to go on with. Please log in again.' },
} as const satisfies Record<string, Wording>

const NO_MFA = {
  status: 403,
  wording: { zh: '未启用多因子认证', en: 'MFA not enabled' },
} as const

const noMfa = ({ ctx }: Call): Answer => ({
  status: NO_MFA.status,
  body: { detail: NO_MFA.wording[ctx.reader.lang], code: 'mfa_not_enabled' },
})

async function takeChallenge(call: Call): Promise<Answer> {
  const { ctx, request } = call
  requireOwnOrigin(request)
  const given = requiredCode(call)
  const halfway = await halfwayOf(call)
  if (!halfway) return failed(call, 'session_empty', sayings.session_empty)
  const { account, pending } = halfway
  if (!account.otp_secret || !needsMfa(ctx, account)) return noMfa(call)
  const check = await spendCode(ctx, account, given)
  if (check.ok) {
    await markVerified(call, halfway)
    return ok({ msg: 'ok' })
  }
  const reason = check.minutes === undefined ? 'mfa_failed' : 'block_login'
  await recordLogin(ctx, {
    username: account.username,
    type: typeOf(call),
    address: addressOf(call, textsOf(call, ['remote_addr']).remote_addr),
    mfa: true,
    reason,
    backend: pending.backend,
  })
  return failed(call, reason, check.minutes === undefined ? sayings.mfa_failed : locked(check.minutes))
}

/** Opens, for a while, what only a second factor opens. */
async function takeVerification(call: Call): Promise<Answer> {
  const { ctx } = call
  const { lang } = ctx.reader
  const given = requiredCode(call)
  if (given.length !== 6)
    throw new InvalidBody({
      code: [{ zh: '动态码必须是 6 位', en: 'Ensure this field has exactly 6 characters.' }[lang]],
    })
  const account = await findAccount(ctx, 'id', ctx.me.id)
  if (!account?.otp_secret || !needsMfa(ctx, account)) return noMfa(call)
  const check = await spendCode(ctx, account, given)
  if (!check.ok) {
    const wrong = { zh: '动态码无效', en: 'Code is invalid' }
    return { status: 400, body: { error: (check.minutes === undefined ? wrong : locked(check.minutes))[lang] } }
  }
  await changeVisit(ctx, { mfa_verified: ctx.reader.now.getTime() })
  return ok({ ok: '1' })
}

const requiredCode = (call: Call): string => {
  const { code } = textsOf(call, ['code'])
  if (code.trim() !== '') return code.trim()
  throw new InvalidBody({ code: [{ zh: '该字段是必填项。', en: 'This field is required.' }[call.ctx.reader.lang]] })
}

/** The named texts of a body; what is left out or null is empty, what is no text is refused. */
const textsOf = <N extends string>({ body, ctx }: Call, names: readonly N[]): Record<N, string> => {
  const given = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Record<
    string,
    unknown
  >
  const wrong = names.filter((name) => given[name] !== undefined && given[name] !== null && !isText(given[name]))
  if (wrong.length > 0) {
    const problem = [{ zh: '不是有效的字符串。', en: 'Not a valid string.' }[ctx.reader.lang]]
    throw new InvalidBody(Object.fromEntries(wrong.map((name) => [name, problem])))
  }
  return Object.fromEntries(names.map((name) => [name, String(given[name] ?? '')])) as Record<N, string>
}

// Codes are often sent as numbers; everything else that is not a text is a mistake.
const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'
