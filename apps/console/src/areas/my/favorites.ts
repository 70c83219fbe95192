// The assets I like to find quickly: first in my tree, starred in my table.
import { del, post } from '../../api/client.ts'
import { changed, queries, useList } from '../../api/resource.ts'

const FAVORITES = '/api/v1/assets/favorite-assets/'
export const MY_TREE = '/api/v1/perms/users/nodes/children/tree/?cache_policy=2'

export interface Favorites {
  /** Unknown until the server has told. */
  readonly assets?: ReadonlySet<string>
  toggle(asset: string, on: boolean): Promise<void>
}

export const useFavorites = (): Favorites => {
  const { data } = useList<{ asset: string }>(FAVORITES, {}, { paged: false })
  return {
    assets: data && new Set(data.rows.map(({ asset }) => asset)),
    toggle: async (asset, on) => {
      if (on) await post(FAVORITES, { asset })
      else await del(FAVORITES, { query: { asset } })
      await changed(FAVORITES)
      // Their node in the tree counts them.
      void queries.invalidateQueries({ queryKey: ['tree', MY_TREE] })
    },
  }
}
