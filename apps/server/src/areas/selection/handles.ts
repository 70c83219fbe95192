// Hands out a short handle for a long list of ids, which then stands in the query of a list.
import { label, list, text, words } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { ID_SET, keepIdSet } from '../../engine/id-sets.ts'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'

export const selectionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/common/resources/cache/',
    access: ['user'],
    doc: {
      summary: label('保存一组ID，返回句柄', 'Keep a set of ids under a handle'),
      description: label(
        `句柄在 ${ID_SET.seconds} 秒内有效，仅限创建者在同一组织中使用，最多 ${ID_SET.most} 个ID。`,
        `The handle lives ${ID_SET.seconds} seconds, for its maker in the same organization, with at most ${ID_SET.most} ids.`,
      ),
      area: 'common',
      takes: { resources: list(label('ID列表', 'Ids'), text(label('ID', 'ID')), { required: true }) },
      gives: { spm: text(label('句柄', 'Handle')) },
    },
    run: async ({ ctx, body }) => ok({ spm: await keepIdSet(idsOf(body, ctx), ctx) }),
  },
]

const LONGEST_ID = 128
const tooMany = label(`最多 ${ID_SET.most} 个ID。`, `No more than ${ID_SET.most} ids, please.`)

/** Any list may be meant, so an id may be a text or a number. */
const idsOf = (body: unknown, { reader }: Ctx): string[] => {
  const refuse = (why: { zh: string; en: string }): never => {
    throw new InvalidBody({ resources: [why[reader.lang]] })
  }
  const given = (body as { resources?: unknown } | undefined | null)?.resources
  if (given === undefined) return refuse(words.required)
  if (!Array.isArray(given)) return refuse(words.list)
  if (given.length > ID_SET.most) return refuse(tooMany)
  if (!given.every(isId)) return refuse(words.text)
  return [...new Set(given.map((id) => String(id).trim()))]
}

const isId = (id: unknown): id is string | number =>
  typeof id === 'number' || (typeof id === 'string' && id.length <= LONGEST_ID && !id.includes('\0'))
