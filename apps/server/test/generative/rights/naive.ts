// What rights mean, written down as plainly as possible: no index, no shortcut. The evaluator must agree with it.
export interface NaiveUser {
  id: string
  name: string
  active: boolean
  expired: boolean
}
export interface NaiveNode {
  id: string
  parent: string | undefined
}
export interface NaiveAsset {
  id: string
  hostname: string
  protocols: string[]
  nodes: Set<string>
}
export interface NaiveRule {
  id: string
  name: string
  users: string[]
  groups: string[]
  assets: string[]
  nodes: string[]
  accounts: string[]
  actions: number
  active: boolean
  start: Date
  end: Date
}
export interface NaiveWorld {
  members: Set<string>
  users: NaiveUser[]
  groups: Map<string, Set<string>>
  nodes: Map<string, NaiveNode>
  assets: NaiveAsset[]
  accounts: Map<string, { name: string; protocol: string }>
  rules: NaiveRule[]
}

export const ancestors = (world: NaiveWorld, node: string): string[] => {
  const way: string[] = []
  for (let at: string | undefined = node; at; at = world.nodes.get(at)!.parent) way.push(at)
  return way
}

export const standsBelow = (world: NaiveWorld, asset: NaiveAsset, node: string): boolean =>
  [...asset.nodes].some((one) => ancestors(world, one).includes(node))

export const isWorking = (rule: NaiveRule, now: Date): boolean =>
  rule.active && rule.start < now && rule.end > now && rule.actions !== 0 && rule.accounts.length > 0

export const canHaveRights = (world: NaiveWorld, user: NaiveUser): boolean =>
  user.active && !user.expired && world.members.has(user.id)

const namesUser = (world: NaiveWorld, rule: NaiveRule, user: string): boolean =>
  rule.users.includes(user) || rule.groups.some((group) => world.groups.get(group)!.has(user))

export const rulesOf = (world: NaiveWorld, user: NaiveUser, now: Date): NaiveRule[] =>
  canHaveRights(world, user)
    ? world.rules.filter((rule) => isWorking(rule, now) && namesUser(world, rule, user.id))
    : []

export const covers = (world: NaiveWorld, rule: NaiveRule, asset: NaiveAsset): boolean =>
  rule.assets.includes(asset.id) || rule.nodes.some((node) => standsBelow(world, asset, node))

/** The assets a user is granted. */
export const grantedAssets = (world: NaiveWorld, user: NaiveUser, now: Date): NaiveAsset[] => {
  const rules = rulesOf(world, user, now)
  return world.assets.filter((asset) => rules.some((rule) => covers(world, rule, asset)))
}

/** The accounts a user has on an asset, with the bits of what they may do. */
export const waysOf = (world: NaiveWorld, user: NaiveUser, asset: NaiveAsset, now: Date): Map<string, number> => {
  const ways = new Map<string, number>()
  for (const rule of rulesOf(world, user, now)) {
    if (!covers(world, rule, asset)) continue
    for (const account of rule.accounts) {
      const { protocol } = world.accounts.get(account)!
      if (asset.protocols.some((spoken) => spoken.split('/')[0] === protocol))
        ways.set(account, (ways.get(account) ?? 0) | rule.actions)
    }
  }
  return ways
}

/** How many granted assets are on or below a node. */
export const grantedBelow = (world: NaiveWorld, user: NaiveUser, node: string, now: Date): number =>
  grantedAssets(world, user, now).filter((asset) => {
    const whole = rulesOf(world, user, now).some((rule) =>
      rule.nodes.some((one) => ancestors(world, node).includes(one)),
    )
    if (whole) return standsBelow(world, asset, node)
    // Through a granted node below, or as a single asset that stands below.
    return rulesOf(world, user, now).some(
      (rule) =>
        (rule.assets.includes(asset.id) && standsBelow(world, asset, node)) ||
        rule.nodes.some((one) => ancestors(world, one).includes(node) && standsBelow(world, asset, one)),
    )
  }).length
