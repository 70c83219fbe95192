// The assets somebody likes to find quickly. Liking one is no right to it: trees show only what is granted.
import { favoriteAsset } from '@drawbridge/model'
import { words } from '@drawbridge/resource'
import { serve } from '../../engine/serve.ts'

serve(favoriteAsset, {
  check: async (draft, { ctx, row }) => {
    if (!draft.asset || draft.asset === row?.asset) return undefined
    const known = await ctx.db
      .selectFrom('assets_favorite_assets')
      .select('id')
      .where('user', '=', ctx.me.id)
      .where('asset', '=', draft.asset)
      .executeTakeFirst()
    return known && { asset: words.unique[ctx.reader.lang] }
  },
  deletesMany: 'one',
})
