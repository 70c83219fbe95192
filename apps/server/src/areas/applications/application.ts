// Applications: what they hold follows from their type, and a remote app shows the asset that it runs on.
import {
  type ApplicationCategory,
  type ApplicationType,
  application,
  attributes,
  attributesOfCategory,
  describedAttributes,
  readAttributes,
  typeProblem,
} from '@drawbridge/model'
import { type Draft, type Fields, Invalid, label, object, type Problems } from '@drawbridge/resource'
import { sql } from 'kysely'
import { danglingRefs } from '../../engine/links.ts'
import { countInOrganisation, tallyIn } from '../../engine/organisation.ts'
import { type Asked, type Loaded, serve, servedAt } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { sealedOf } from '../../platform/secrets/parts.ts'

type Row = Loaded<typeof application>

serve(application, {
  shape: (fields, _ctx, asked) =>
    asked ? { ...fields, attrs: object(fields.attrs.label, attributesAsked(asked), { default: {} }) } : fields,
  select: {
    runs_on: () => sql`(
      select jsonb_build_object('id', a.id, 'hostname', a.hostname) from assets_assets a
      where a.id = (t.attrs ->> 'asset')::uuid and a.org_id = t.org_id
    )`,
  },
  compute: {
    attrs: (row, { reader }) => {
      const shown = application.fields.attrs.show!(row.attrs, reader) as object
      return row.category === 'remote_app' ? { ...shown, asset_info: row.runs_on ?? {} } : shown
    },
  },
  check: async (draft, { ctx, row }) => {
    const { category = row!.category, type = row!.type } = draft
    const wrongType = typeProblem(category, type)
    if (wrongType) return { type: [wrongType[ctx.reader.lang]] }
    if (row && row.type !== type && (await isPermitted(row.id, ctx))) return { type: [inUse[ctx.reader.lang]] }
    return settleAttributes(draft, type, row, ctx)
  },
})

export const applications = servedAt(application.path)

countInOrganisation('applications_amount', tallyIn(application.table))

const attributesAsked = ({ query, row }: Asked<typeof application>): Fields => {
  const type = row?.type ?? query.type ?? ''
  const category = query.category ?? ''
  if (Object.hasOwn(attributes, type)) return describedAttributes(attributes[type as ApplicationType])
  if (Object.hasOwn(attributesOfCategory, category))
    return describedAttributes(attributesOfCategory[category as ApplicationCategory])
  return {}
}

const inUse = label(
  '应用已被授权，不能修改类型',
  'The type cannot be changed while a permission names the application.',
)

const isPermitted = async (id: string, { db }: Ctx): Promise<boolean> => {
  const found = await db
    .selectFrom('perms_application_permissions_applications_relations')
    .select('id')
    .where('application', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Puts what was sent over what is stored, so that what is not sent stays; then it must be whole for its type. */
const settleAttributes = async (
  draft: Draft<typeof application>,
  type: ApplicationType,
  row: Row | undefined,
  ctx: Ctx,
): Promise<Problems | undefined> => {
  const same = row?.type === type
  if (row && same && draft.attrs === undefined) return undefined
  const known = same ? (application.fields.attrs.show!(row.attrs, ctx.reader) as object) : {}
  try {
    draft.attrs = readAttributes(type, { ...known, ...draft.attrs }, ctx.reader)
    // A password of another type is of no use any more.
    if (!same) for (const name in sealedOf(row?.attrs)) draft.attrs[name] ??= undefined
  } catch (problem) {
    if (!(problem instanceof Invalid)) throw problem
    return { attrs: problem.say(ctx.reader.lang) }
  }
  const { asset } = draft.attrs
  // An asset that has gone since is no reason to refuse another change.
  if (!asset || asset === row?.attrs.asset) return undefined
  const [unknown] = await danglingRefs({ asset: attributes.chrome.asset! }, [{ asset }], ctx, [row?.org_id])
  return unknown && { attrs: unknown }
}
