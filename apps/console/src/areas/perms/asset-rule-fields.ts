// The form of an asset permission: users and groups, assets and nodes, as which accounts, to do what, in which time.
import { treeSelect } from '../../kit/index.ts'
import type { FieldSpec, FormSpec } from '../../kit/spec.ts'
import { actionsField } from './actions.ts'
import { ASSET_RULES, HOST_ACCOUNTS, NODES, nameAndLogin, wholeName } from './addresses.ts'
import { assetSelect } from './asset-select.ts'
import { OTHER, whenFields, whoFields } from './rule-fields.ts'
import { words } from './words.ts'

const assetsField: FieldSpec = { input: treeSelect(assetSelect) }

/** `given` is what the address asks for: the node or the asset that the new rule is about. */
export const assetRuleForm = (
  name: string,
  given: { readonly node?: string; readonly asset?: string },
): Omit<FormSpec, 'extra'> => ({
  url: ASSET_RULES,
  name,
  groups: [
    { title: words.basic, fields: ['name'] },
    { title: words.user, fields: ['users', 'user_groups'] },
    { title: words.asset, fields: ['assets', 'nodes', 'system_users'] },
    { title: words.action, fields: ['actions'] },
    { title: words.other, fields: OTHER },
  ],
  field: {
    ...whoFields,
    assets: assetsField,
    nodes: { options: { url: NODES, multiple: true, labelOf: wholeName } },
    system_users: { options: { url: HOST_ACCOUNTS, multiple: true, labelOf: nameAndLogin }, required: true },
    actions: actionsField,
    ...whenFields(),
  },
  initial: {
    ...(given.node && { nodes: [given.node] }),
    ...(given.asset && { assets: [given.asset] }),
  },
})
