// System users: what each protocol needs, secrets made on demand, and on how many assets each is.
import { type AccountProtocol, systemUser } from '@drawbridge/model'
import { type Draft, label, type Problems } from '@drawbridge/resource'
import { sql } from 'kysely'
import { countInOrganisation, tallyIn } from '../../engine/organisation.ts'
import { type Loaded, serve } from '../../engine/serve.ts'
import { generateKeyPair } from '../../platform/auth/ssh-key.ts'
import { alphanumericToken } from '../../platform/auth/token.ts'
import type { Ctx } from '../../platform/context.ts'
import { keyProblem } from './secrets.ts'

type Row = Loaded<typeof systemUser>
type Wish = Draft<typeof systemUser>

interface Needs {
  /** Logs in with a name. */
  readonly named: boolean
  /** What it can log in with. */
  readonly secrets: readonly ('password' | 'private_key' | 'token')[]
  /** Can be put on its assets by us. */
  readonly pushed: boolean
  readonly generated: boolean
}

const database: Needs = { named: true, secrets: ['password'], pushed: false, generated: true }

const needs: Readonly<Record<AccountProtocol, Needs>> = {
  ssh: { named: true, secrets: ['password', 'private_key'], pushed: true, generated: true },
  rdp: { named: true, secrets: ['password'], pushed: true, generated: true },
  telnet: { named: true, secrets: ['password'], pushed: false, generated: false },
  vnc: { named: false, secrets: ['password'], pushed: false, generated: false },
  mysql: database,
  oracle: database,
  mariadb: database,
  postgresql: database,
  k8s: { named: false, secrets: ['token'], pushed: false, generated: false },
}

const PASSWORD_LENGTH = 36

export const systemUsers = serve(systemUser, {
  select: { assets_amount: () => sql`assets_of_system_user(t.id)` },
  narrow: {
    protocol__in: (rows, text: string) =>
      rows.where('t.protocol', '=', sql`any(${text.split(',').map((one) => one.trim())}::text[])`),
  },
  check: async (draft, { ctx, row }) => {
    settle(draft, row)
    return {
      ...nameProblem(draft, row, ctx),
      ...(await keyProblem(draft, { table: systemUser.table, row, ctx })),
      ...secretProblem(draft, row, ctx),
      ...(await dynamicProblem(draft, row, ctx)),
    }
  },
})

countInOrganisation('system_users_amount', tallyIn(systemUser.table))

const protocolOf = (draft: Wish, row?: Row): AccountProtocol => draft.protocol ?? row?.protocol ?? 'ssh'
const isManual = (draft: Wish, row?: Row): boolean => (draft.login_mode ?? row?.login_mode) === 'manual'
const isDynamic = (draft: Wish, row?: Row): boolean =>
  draft.username_same_with_user ?? row?.username_same_with_user ?? false

/** Drops what the protocol has no use for, makes what is to be made. */
const settle = (draft: Wish, row?: Row): void => {
  const { secrets, pushed, generated } = needs[protocolOf(draft, row)]
  for (const name of ['password', 'private_key', 'token'] as const) if (!secrets.includes(name)) delete draft[name]
  if (!secrets.includes('private_key')) delete draft.public_key
  if (!pushed || isManual(draft, row)) draft.auto_push = false
  if (!row && draft.auto_generate_key && generated && !isManual(draft)) {
    draft.password = alphanumericToken(PASSWORD_LENGTH)
    if (secrets.includes('private_key')) {
      // Without a passphrase: the password is the account's.
      const pair = generateKeyPair(draft.username ?? '')
      draft.private_key = pair.privateKey.reveal()
    }
  }
}

const nameless = label('* 自动登录模式，必须填写用户名', '* Automatic login mode must fill in the username.')

const nameProblem = (draft: Wish, row: Row | undefined, { reader }: Ctx): Problems | undefined => {
  if (!needs[protocolOf(draft, row)].named || isManual(draft, row) || isDynamic(draft, row)) return undefined
  return (draft.username ?? row?.username) ? undefined : { username: [nameless[reader.lang]] }
}

const noSecret = label('密码或密钥是必填项', 'Password or private key required')
const noToken = label('Token 是必填项', 'Token required')

const secretProblem = (draft: Wish, row: Row | undefined, { reader }: Ctx): Problems | undefined => {
  const { secrets } = needs[protocolOf(draft, row)]
  if (row || isManual(draft) || secrets.some((name) => draft[name])) return undefined
  return secrets.includes('token') ? { token: [noToken[reader.lang]] } : { password: [noSecret[reader.lang]] }
}

const dynamicProblem = async (
  draft: Wish,
  row: Row | undefined,
  { db, org, reader }: Ctx,
): Promise<Problems | undefined> => {
  if (!isDynamic(draft, row)) return undefined
  const protocol = protocolOf(draft, row)
  const other = await db
    .selectFrom('assets_system_users')
    .select('id')
    .where('org_id', '=', row?.org_id ?? org.id)
    .where('protocol', '=', protocol)
    .where('username_same_with_user', '=', true)
    .$if(row !== undefined, (rows) => rows.where('id', '<>', row!.id))
    .executeTakeFirst()
  const taken = label(
    `用户名与用户相同的系统用户，每种协议只能有一个: ${protocol}`,
    `Username same with user with protocol ${protocol} only allow 1`,
  )
  return other && { username_same_with_user: [taken[reader.lang]] }
}
