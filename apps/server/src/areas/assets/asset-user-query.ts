// What a query string asks of the accounts of assets.
import { type AccountSource, assetUser } from '@drawbridge/model'
import { type AnyField, Invalid, readFlag, readGuid, storable } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { searchTerms } from '../../engine/narrow.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Query } from '../../platform/http/route.ts'
import { findPlace } from '../../rights/tree.ts'
import type { Wanted } from './asset-user-sources.ts'

/** Undefined where nothing can match: an id that is none, a node that is not there. */
export const wantedIn = async (query: Query, ctx: Ctx): Promise<Wanted | undefined> => {
  const text = (name: 'hostname' | 'ip' | 'username') => (query[name] ? parsed(name, query[name], ctx) : undefined)
  const one = query.id ? partsOf(query.id) : undefined
  const prefer = query.prefer ? parsed('prefer', query.prefer, ctx) : undefined
  const owner = query.prefer_id ? readGuid(query.prefer_id) : undefined
  const place = query.node_id ? await findPlace(storable(query.node_id), ctx) : undefined
  const below = readFlag(query.all) ?? false
  if ((query.id && !one) || (query.prefer_id && !owner) || (query.node_id && !place)) return undefined
  return {
    one,
    assets: query.asset_id ? query.asset_id.split(',').map((id) => parsed('asset_id', id, ctx)) : undefined,
    hostname: text('hostname'),
    ip: text('ip'),
    username: text('username'),
    // Below the root of an organisation there is everything of it.
    node: place && !(below && place.parent === null && !ctx.org.isRoot) ? { id: place.id, below } : undefined,
    prefer: prefer ? { source: prefer as AccountSource, id: owner } : undefined,
    terms: searchTerms(query.search),
    latest: readFlag(query.latest) ?? false,
  }
}

const parsed = (name: string, text: string, ctx: Ctx): string => {
  const field = (assetUser.filters as Record<string, AnyField>)[name]!
  try {
    return field.column === 'text' && !field.choices ? storable(text.trim()) : (field.parse(text, ctx.reader) as string)
  } catch (problem) {
    if (!(problem instanceof Invalid)) throw problem
    throw new InvalidBody({ [name]: problem.say(ctx.reader.lang) })
  }
}

/** An id is the ids of the source and the asset, and of a dynamic account that of the user. */
export const partsOf = (id: string): Wanted['one'] => {
  const [source, asset, user, ...more] = id.split('_').map((part) => readGuid(part))
  if (!source || !asset || more.length > 0 || (id.split('_').length === 3 && !user)) return undefined
  return { source, asset, user }
}
