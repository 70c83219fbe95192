// What I may reach: the tree of my nodes, favourites first, and the assets below the one that is chosen.
import '../../ui/styles/my.css'
import { BesideTree, OnDemand, PageFrame, ResourceList } from '../../kit/index.ts'
import type { Item, ListSpec } from '../../kit/spec.ts'
import { useLanguage } from '../../words/language.ts'
import { AssetName } from './asset-dialog.tsx'
import { ConnectLink } from './connect-link.tsx'
import { FavoriteStar } from './favorite-star.tsx'
import { type Favorites, MY_TREE, useFavorites } from './favorites.ts'
import { MY_ASSETS, myAssetList } from './lists.ts'
import { say, words } from './words.ts'

export function MyAssets() {
  useLanguage()
  const favorites = useFavorites()
  return (
    <PageFrame title={say.myAssets}>
      <BesideTree tree={{ url: MY_TREE, label: words.myNodes }}>
        {({ choice: { node } }) => <ResourceList spec={listOf(node, favorites)} caption={say.myAssets} />}
      </BesideTree>
    </PageFrame>
  )
}

const listOf = (node: string | undefined, favorites: Favorites): ListSpec => ({
  ...myAssetList,
  url: node ? `/api/v1/perms/users/nodes/${node}/assets/` : MY_ASSETS,
  column: {
    hostname: { cell: (row) => <AssetName asset={row} />, sortable: true },
    ip: { width: 180 },
    system_users: {
      label: words.systemUsers,
      width: 200,
      sortable: false,
      cell: (row) => (
        <OnDemand
          url={`${MY_ASSETS}${row.id}/system-users/?cache_policy=1`}
          of={row.hostname}
          textOf={(accounts: Item[]) => accounts.map(({ name }) => name).join(', ')}
        />
      ),
    },
    platform: { width: 120 },
    actions: {
      label: words.action,
      width: 110,
      cell: ({ id, hostname, is_active }) => (
        <span className="db-row-actions">
          <ConnectLink name={hostname} to={`/luna/?login_to=${id}`} off={!is_active} />
          <FavoriteStar id={id} name={hostname} favorites={favorites} />
        </span>
      ),
    },
  },
})
