// The licence: what it says, and taking a new one.
import { type Difference, type Licence, licenceFields, ROOT_ORG } from '@drawbridge/model'
import { file, flag, label, showStamp, text, words } from '@drawbridge/resource'
import { InvalidBody, type Wording } from '@drawbridge/wire'
import { sql } from 'kysely'
import { recordDeeds } from '../../engine/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Upload } from '../../platform/http/bodies.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import type { LicenceState } from '../../platform/licence.ts'

/** Far more than any licence needs. */
const LONGEST_FILE = 64 * 1024

export const licenceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/xpack/license/detail',
    access: ['superAdmin'],
    doc: { summary: label('查看许可证', 'Read the license'), area: 'xpack', gives: licenceFields },
    run: async ({ ctx }) => ok(detail(ctx)),
  },
  {
    method: 'POST',
    path: '/api/v1/xpack/license/import',
    access: ['superAdmin'],
    doc: {
      summary: label('导入许可证', 'Import a license'),
      area: 'xpack',
      takes: { file: file(label('许可证文件', 'License file'), { required: true }) },
      gives: { status: flag(label('是否成功', 'Whether it was taken')), msg: text(label('消息', 'Message')) },
    },
    run: async ({ ctx, body }) => ok(await take(textOf(body, ctx), ctx)),
  },
]

const detail = ({ services, reader }: Ctx) => {
  const now = services.licence.at(reader.now)
  const licence = licenceOf(now)
  const end = licence && showStamp(new Date(licence.date_expired), reader.zone)
  return {
    subscription_id: licence?.subscription_id ?? '',
    corporation: licence?.corporation ?? '',
    // Empty texts, not null: clients take null for the year 1970 and warn of an expired licence.
    expired: end?.slice(0, 10) ?? '',
    date_expired: end ?? '',
    asset_count: licence?.asset_count ?? null,
    edition: licence?.edition ?? '',
    state: now.state,
    installation: services.licence.installation,
  }
}

const licenceOf = (state: LicenceState): Licence | undefined => ('licence' in state ? state.licence : undefined)

const verdicts: Record<LicenceState['state'], Wording> = {
  valid: label('许可证导入成功', 'The license was imported'),
  forged: label(
    '许可证无效：文件已损坏，或不是由本系统的授权方签发',
    'The license is not valid: the file is damaged, or was not signed by the vendor of this installation',
  ),
  elsewhere: label('该许可证是签发给其他安装的，不能在此使用', 'The license was issued for another installation'),
  expired: label('许可证已过期', 'The license has expired'),
  none: label('许可证文件为空', 'The license file is empty'),
}

const take = async (given: string, ctx: Ctx): Promise<{ status: boolean; msg: string }> => {
  const { licence } = ctx.services
  const found: LicenceState = given.trim() === '' ? { state: 'none' } : licence.examine(given, ctx.reader.now)
  const say = (state: LicenceState['state']) => verdicts[state][ctx.reader.lang]
  // What is in force stays in force: a file that is no good takes nothing away.
  if (found.state !== 'valid') return { status: false, msg: say(found.state) }
  await ctx.atomically((ctx) => keep(given, found.licence, ctx))
  return { status: true, msg: say('valid') }
}

const keep = async (given: string, fresh: Licence, ctx: Ctx): Promise<void> => {
  const { licence } = ctx.services
  const before = licenceOf(licence.at(ctx.reader.now))
  await licence.keep(ctx.db, given)
  await recordDeeds(
    [
      {
        action: before ? 'update' : 'create',
        path: 'xpack/license',
        id: fresh.subscription_id,
        title: fresh.corporation,
        diff: difference(before, fresh),
        org_id: ROOT_ORG,
      },
    ],
    ctx,
  )
  await sql`select pg_notify('licence', '')`.execute(ctx.db)
  ctx.afterCommit(() => licence.refresh())
}

const TOLD = ['subscription_id', 'corporation', 'edition', 'asset_count', 'date_expired'] as const

const difference = (before: Licence | undefined, after: Licence): Difference =>
  Object.fromEntries(
    TOLD.filter((name) => before?.[name] !== after[name]).map((name) => [name, [before?.[name] ?? null, after[name]]]),
  )

const textOf = (body: unknown, { reader }: Ctx): string => {
  const given = (body as { file?: Upload | string } | undefined)?.file
  if (given === undefined || given === null) throw new InvalidBody({ file: [words.required[reader.lang]] })
  if (typeof given === 'string') return given.slice(0, LONGEST_FILE)
  if (!Buffer.isBuffer(given.bytes)) throw new InvalidBody({ file: [words.format[reader.lang]] })
  return given.bytes.subarray(0, LONGEST_FILE).toString('utf8')
}
