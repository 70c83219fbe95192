// What a change of organisations means for the rest of the console: the selector knows at once.
import { del } from '../../api/client.ts'
import { changeSession, currentSession, type Organisation } from '../../api/session.ts'
import type { Item } from '../../kit/spec.ts'
import { confirm, notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { AMOUNTS, say, sayKind } from './words.ts'

export const rememberOrg = ({ id, name, is_default, is_root }: Item): void => {
  const { orgs, org } = currentSession()
  const one: Organisation = { id, name, is_default: Boolean(is_default), is_root: Boolean(is_root) }
  const isNew = !orgs.some((known) => known.id === id)
  changeSession({
    orgs: isNew ? [...orgs, one] : orgs.map((known) => (known.id === id ? one : known)),
    ...(org?.id === id && { org: one }),
  })
  if (isNew) notify.info(say.addUsersNext)
}

export const forgetOrg = (id: string): void =>
  changeSession({ orgs: currentSession().orgs.filter((known) => known.id !== id) })

export const deleteOrg = (org: Item, done: () => void): Promise<boolean> =>
  confirm({
    text: deletionWarning(org),
    danger: true,
    ok: common.delete,
    work: async () => {
      await del(`/api/v1/orgs/orgs/${org.id}/`)
      forgetOrg(org.id)
      notify.success(common.deleteSuccess)
      done()
    },
  })

/** Names the organisation, and what is known to be left in it. */
export const deletionWarning = ({ name, resource_statistics }: Item): string => {
  const left = AMOUNTS.filter((amount) => resource_statistics?.[amount] > 0)
    .map((amount) => `${sayKind[amount]} ${resource_statistics[amount]}`)
    .join(', ')
  return say.confirmDelete(name, left && say.stillThere(left))
}
