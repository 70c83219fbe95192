// What a user or a group is granted: the tree of nodes, and the assets below the one that is chosen.
import { Link } from '../../kit/going.tsx'
import { BesideTree, findPath, OnDemand, ResourceList, usePath } from '../../kit/index.ts'
import type { DetailContext, Item } from '../../kit/spec.ts'
import { say, tabWords as words } from './tab-words.ts'

const PERMS = '/api/v1/perms/'

export const UserGrantedAssets = ({ item }: DetailContext) => (
  <>
    <WhyLink user={item.id} text={say.whyNot} />
    <GrantedAssets of={`${PERMS}users/${item.id}/`} name="UserGrantedAssets" />
  </>
)

export const GroupGrantedAssets = ({ item }: DetailContext) => (
  <GrantedAssets of={`${PERMS}user-groups/${item.id}/`} name="GroupGrantedAssets" />
)

/** Only where the server can explain itself. */
export function WhyLink({ user, text }: { user: string; text: string }) {
  const path = usePath('AccessWhy', {}, { user_id: user })
  if (!path) return null
  return (
    <p className="db-tab-note">
      <Link className="db-link" to={path}>
        {text}
      </Link>
    </p>
  )
}

function GrantedAssets({ of, name }: { of: string; name: string }) {
  const list = `${of}assets/`
  return (
    <BesideTree tree={{ url: `${of}nodes/children/tree/?cache_policy=1`, label: words.nodes }}>
      {({ choice: { node } }) => (
        <ResourceList
          caption={say.grantedAssets}
          spec={{
            url: node ? `${of}nodes/${node}/assets/` : list,
            metaUrl: list,
            query: { cache_policy: '1', all: '1' },
            name,
            columns: ['hostname', 'ip', 'system_users'],
            column: {
              ip: { width: 160 },
              system_users: {
                label: words.systemUsers,
                sortable: false,
                cell: (row) => (
                  <OnDemand
                    url={`${list}${row.id}/system-users/?cache_policy=1`}
                    of={row.hostname}
                    textOf={(accounts: Item[]) => accounts.map((account) => account.name).join(', ')}
                  />
                ),
              },
            },
            link: (row) => findPath('AssetDetail', { id: row.id }) ?? '',
            ...BARE,
          }}
        />
      )}
    </BesideTree>
  )
}

const BARE = {
  selection: false,
  create: false,
  canCreate: false,
  export: false,
  import: false,
  bulk: { delete: false },
} as const
