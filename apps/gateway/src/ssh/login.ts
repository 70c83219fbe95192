// How a person proves who they are to the SSH port: password, key, and a code where the account needs one.
import ssh2, {
  type AuthContext,
  type AuthenticationType,
  type KeyboardAuthContext,
  type PublicKeyAuthContext,
} from 'ssh2'
import type { GatewaySettings, LoginAnswer, Person, Server } from '../server/server.ts'
import { type Address, readAddress } from './address.ts'

const MOST_TRIES = 6

export interface LoginOptions {
  readonly server: Server
  readonly settings: GatewaySettings
  readonly address: string
  readonly log: (line: string) => void
  /** Too many tries: the connection ends. */
  readonly hangUp: () => void
}

/** Handles the steps of one connection; who came in, and where they want to go, is known once it accepts. */
export const createLogin = ({ server, settings, address, log, hangUp }: LoginOptions) => {
  let arrived: { person: Person; to: Address['to'] } | undefined
  /** The first factor was right; a code is missing. Bound to the name that gave it. */
  let halfway: { name: string; answer(code: string): Promise<LoginAnswer> } | undefined
  let tries = 0

  const methods = (): AuthenticationType[] => [
    ...(settings.publicKeyAuth ? (['publickey'] as const) : []),
    ...(settings.passwordAuth ? (['password', 'keyboard-interactive'] as const) : []),
  ]

  const settle = (ctx: AuthContext, answer: LoginAnswer): void => {
    if (answer.state === 'in') {
      arrived = { person: answer.person, to: readAddress(ctx.username).to }
      halfway = undefined
      ctx.accept()
    } else if (answer.state === 'code') {
      halfway = { name: ctx.username, answer: answer.answer }
      if (ctx.method === 'keyboard-interactive') void askCode(ctx)
      else ctx.reject(['keyboard-interactive'], true)
    } else refuse(ctx, answer.message)
  }

  const refuse = (ctx: AuthContext, why?: string): void => {
    if (why) log(`login of ${JSON.stringify(readAddress(ctx.username).username)} from ${address} refused: ${why}`)
    if (++tries >= MOST_TRIES) hangUp()
    ctx.reject(methods())
  }

  const claim = async (ctx: AuthContext, proof: { password?: string; publicKey?: string }): Promise<void> => {
    const { username } = readAddress(ctx.username)
    // An empty proof proves nothing, and is not worth a call.
    if (username === '' || (!proof.password && !proof.publicKey)) return refuse(ctx)
    settle(ctx, await server.login({ username, ...proof, address }))
  }

  const askCode = async (ctx: KeyboardAuthContext): Promise<void> => {
    const code = await ask(ctx, 'MFA 动态码 / MFA code: ', true)
    const half = halfway
    halfway = undefined
    if (!half || half.name !== ctx.username || code.trim() === '') return refuse(ctx)
    settle(ctx, await half.answer(code.trim()))
  }

  const handle = async (ctx: AuthContext): Promise<void> => {
    // A name that changes between the steps begins anew: a code never completes the login of another.
    if (halfway && halfway.name !== ctx.username) halfway = undefined
    switch (ctx.method) {
      case 'publickey':
        return settings.publicKeyAuth ? withKey(ctx) : refuse(ctx)
      case 'password':
        return settings.passwordAuth ? claim(ctx, { password: ctx.password }) : refuse(ctx)
      case 'keyboard-interactive':
        if (halfway) return askCode(ctx)
        if (!settings.passwordAuth) return refuse(ctx)
        return claim(ctx, { password: await ask(ctx, '密码 / Password: ', false) })
      default:
        // `none` asks which ways there are; it is no try.
        return ctx.reject(methods())
    }
  }

  const withKey = async (ctx: PublicKeyAuthContext): Promise<void> => {
    // Without a signature the client only asks whether it may sign. Saying yes tells nobody whose key it is.
    if (!ctx.signature || !ctx.blob) return ctx.accept()
    const key = ssh2.utils.parseKey(ctx.key.data)
    if (key instanceof Error) return refuse(ctx, 'unreadable key')
    const [one] = [key].flat()
    if (one?.verify(ctx.blob, ctx.signature, ctx.hashAlgo) !== true) return refuse(ctx, 'wrong signature')
    return claim(ctx, { publicKey: `${ctx.key.algo} ${ctx.key.data.toString('base64')}` })
  }

  return {
    get arrived() {
      return arrived
    },
    handle: (ctx: AuthContext): void => {
      handle(ctx).catch((error: Error) => {
        log(`login from ${address} failed: ${error.message}`)
        ctx.reject(methods())
      })
    },
  }
}

const ask = (ctx: KeyboardAuthContext, prompt: string, echo: boolean): Promise<string> =>
  new Promise((done) => {
    ctx.once('abort', () => done(''))
    ctx.prompt([{ prompt, echo }], ([answer]) => done(answer ?? ''))
  })
