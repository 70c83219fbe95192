// Every resource there is. A table, an API and pages exist for what stands here.
import { type AnyResource, type Fields, fieldsOf, type Row } from '@drawbridge/resource'
import { loginAcl } from './acls/login-acl.ts'
import { aclReviewer, loginAssetAcl } from './acls/login-asset-acl.ts'
import { application } from './applications/application.ts'
import { account } from './assets/account.ts'
import { adminUser } from './assets/admin-user.ts'
import { asset, placedAsset } from './assets/asset.ts'
import { cmdFilter, cmdFilterRule, filteredSystemUser } from './assets/cmd-filter.ts'
import { domain, gateway } from './assets/domain.ts'
import { favoriteAsset } from './assets/favorite.ts'
import { gatheredUser } from './assets/gathered-user.ts'
import { assetLabel, labelledAsset } from './assets/label.ts'
import { node } from './assets/node.ts'
import { platform } from './assets/platform.ts'
import { systemUser, systemUserAsset, systemUserNode, systemUserUser } from './assets/system-user.ts'
import { ftpLog, loginLog, operateLog, passwordChangeLog } from './audits/logs.ts'
import { accessKey } from './authentication/access-key.ts'
import { member } from './orgs/member.ts'
import { org } from './orgs/org.ts'
import {
  applicationPermission,
  permittedAppGroup,
  permittedApplication,
  permittedAppSystemUser,
  permittedAppUser,
} from './perms/application-permission.ts'
import {
  assetPermission,
  permittedAsset,
  permittedGroup,
  permittedNode,
  permittedSystemUser,
  permittedUser,
} from './perms/asset-permission.ts'
import { command } from './terminal/command.ts'
import { session } from './terminal/session.ts'
import { commandStorage, replayStorage } from './terminal/storage.ts'
import { terminalTask } from './terminal/task.ts'
import { terminal } from './terminal/terminal.ts'
import { group, groupMember } from './users/group.ts'
import { user } from './users/user.ts'

export const catalogue = [
  user,
  group,
  groupMember,
  org,
  member,
  accessKey,
  asset,
  placedAsset,
  node,
  platform,
  domain,
  gateway,
  adminUser,
  systemUser,
  systemUserAsset,
  systemUserNode,
  systemUserUser,
  account,
  gatheredUser,
  favoriteAsset,
  assetLabel,
  labelledAsset,
  cmdFilter,
  cmdFilterRule,
  filteredSystemUser,
  application,
  assetPermission,
  permittedUser,
  permittedGroup,
  permittedAsset,
  permittedNode,
  permittedSystemUser,
  applicationPermission,
  permittedAppUser,
  permittedAppGroup,
  permittedApplication,
  permittedAppSystemUser,
  loginAcl,
  loginAssetAcl,
  aclReviewer,
  loginLog,
  operateLog,
  passwordChangeLog,
  ftpLog,
  session,
  command,
  terminal,
  terminalTask,
  commandStorage,
  replayStorage,
] as const

export type Catalogue = (typeof catalogue)[number]

/** Rows of every table that a resource has. */
export type ResourceTables = { [R in Catalogue as R['table']]: Row<R> }

export const byPath = (path: string): AnyResource => {
  const found = catalogue.find((one) => one.path === path)
  if (!found) throw new Error(`no resource is called ${path}`)
  return found
}

/** References are paths, which the compiler cannot follow: this names each that leads nowhere. */
export const danglingReferences = (resources: readonly AnyResource[] = catalogue): string[] => {
  const known = new Map<string, AnyResource>(resources.map((one) => [one.path, one]))
  return resources.flatMap((one) =>
    fieldsOf(one).flatMap(([name, field]) => {
      const where = `${one.path}.${name}`
      const wrong: string[] = []
      if (field.to && !known.has(field.to)) wrong.push(`${where} refers to ${field.to}`)
      if (field.of && !(field.of in (one.fields as Fields))) wrong.push(`${where} is derived from ${field.of}`)
      if (field.link) {
        const through = known.get(field.link.through)
        if (!through) wrong.push(`${where} goes through ${field.link.through}`)
        for (const end of [field.link.mine, field.link.theirs])
          if (through && !(end in through.fields)) wrong.push(`${where} needs ${field.link.through}.${end}`)
      }
      return wrong
    }),
  )
}
