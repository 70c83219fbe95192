// Keys with which programs sign calls in their owner's name.
import { randomUUID } from 'node:crypto'
import { accessKey } from '@drawbridge/model'
import { label } from '@drawbridge/resource'
import { refusal } from '@drawbridge/wire'
import { showRows } from '../../engine/read.ts'
import { serve } from '../../engine/serve.ts'
import { createRows } from '../../engine/write.ts'
import { created } from '../../platform/http/route.ts'

export const MOST_KEYS = 10

const tooMany = refusal('too_many_access_keys', 400, {
  zh: `每个用户最多 ${MOST_KEYS} 个访问密钥，请先删除不再使用的`,
  en: `A user has at most ${MOST_KEYS} access keys: delete one that is no longer used`,
})

export const accessKeys = serve(accessKey, {
  saving: (_draft, { ctx, row }) =>
    row ? {} : { secret: ctx.services.secrets.seal(randomUUID(), 'authentication_access_keys.secret') },
  without: ['create'],
  routes: [
    {
      method: 'POST',
      path: '/api/v1/authentication/access-keys/',
      access: accessKey.may.write ?? [],
      doc: {
        area: 'authentication',
        summary: label('创建访问密钥', 'Create access key'),
        gives: accessKey.fields,
        status: 201,
      },
      // Whatever the body says: a key is made of chance alone.
      run: async ({ ctx }) => {
        const ids = await ctx.atomically(async (ctx) => {
          const { db, me } = ctx
          await db.selectFrom('users_users').select('id').where('id', '=', me.id).forUpdate().execute()
          const { n } = await db
            .selectFrom('authentication_access_keys')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .where('user', '=', me.id)
            .executeTakeFirstOrThrow()
          if (Number(n) >= MOST_KEYS) throw tooMany()
          return createRows(accessKeys, [{}], ctx, { many: false })
        })
        const [shown] = await showRows(accessKeys, ids, ctx, { detail: true })
        return created(shown)
      },
    },
  ],
})
