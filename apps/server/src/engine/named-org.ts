// Components carry sessions of every organisation and call from the root: each body says where it belongs.
import { readGuid, words } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import type { Ctx } from '../platform/context.ts'
import { resolveOrg } from '../platform/orgs.ts'

/** The organisation of the call; where that is the root, the one that the body names. */
export const orgIn = (body: unknown, { org }: Ctx): string =>
  org.isRoot ? String((body as { org_id?: unknown } | null)?.org_id ?? '') : org.id

export const standingIn = async (given: string, ctx: Ctx): Promise<Ctx> => {
  if (!ctx.org.isRoot) return ctx
  const id = readGuid(given)
  if (!id) throw new InvalidBody({ org_id: [words.required[ctx.reader.lang]] })
  const { org } = await resolveOrg(ctx.db, { asked: { id }, reader: ctx.reader, writes: true })
  return ctx.within(org)
}
