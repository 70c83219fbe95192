// Users: who may log in, in which organisation, as what.
import { patch, post } from '../../api/client.ts'
import { DAY_MS } from '../../api/cookies.ts'
import { inRootOrg, isLicensed, type Session } from '../../api/session.ts'
import { newPassword } from '../../kit/new-password.tsx'
import type { BulkContext, FieldSpec, FormContext, PagesSpec, RowContext } from '../../kit/spec.ts'
import { tellFailure } from '../../kit/tell.ts'
import { confirm, notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { UserGrantedAssets } from './granted-assets.tsx'
import { GROUPS, nameAndLogin, USERS } from './relations.ts'
import { tabWords } from './tab-words.ts'
import { ACL_TAB } from './user-acls.ts'
import { UserAcls, UserAppRules, UserApps, UserAssetRules } from './user-rules.tsx'
import { UserSide } from './user-side.tsx'
import { say, words } from './words.ts'

/** What the bulk form offers: as good as never. */
const FAR_DAYS = 36_500

/** Removing from an organisation makes sense where there is one to be removed from. */
export const inviting = (session: Session): boolean => isLicensed(session) && !inRootOrg(session)

export const userPages: PagesSpec = {
  path: 'users/users',
  name: 'User',
  titles: { list: words.users, create: words.createUser, detail: words.userDetail, update: words.updateUser },
  menu: { group: 'users', order: 10 },
  finds: { icon: 'user', hintOf: ({ username }) => username },
  list: {
    columns: [
      'name',
      'username',
      'email',
      'phone',
      'wechat',
      'groups_display',
      'total_role_display',
      'source',
      'is_valid',
      'login_blocked',
      'mfa_enabled',
      'is_expired',
      'mfa_force_enabled',
      'last_login',
      'date_joined',
      'date_password_last_updated',
      'comment',
      'created_by',
      'actions',
    ],
    show: {
      default: ['name', 'username', 'groups_display', 'total_role_display', 'source', 'is_valid', 'actions'],
      min: ['name', 'username', 'actions'],
    },
    column: {
      groups_display: { width: 200, label: words.userGroups },
      total_role_display: { label: words.role },
      source: { width: 120 },
      is_valid: { label: words.validity },
    },
    canCreate: true,
    rowActions: {
      canUpdate: ({ row }) => row.can_update,
      delete: ({ session }) => session.isSuperAdmin,
      canDelete: ({ row }) => row.can_delete,
      canClone: true,
      more: [
        {
          key: 'remove',
          text: words.remove,
          danger: true,
          has: ({ session }) => inviting(session),
          can: ({ row }) => row.can_delete,
          run: removeOne,
        },
      ],
    },
    bulk: {
      delete: ({ session }) => session.isSuperAdmin,
      update: {
        fields: ['groups', 'date_expired', 'comment'],
        field: {
          groups: groupsField(),
          date_expired: { initial: new Date(Date.now() + FAR_DAYS * DAY_MS).toISOString() },
        },
      },
      more: [
        {
          key: 'remove',
          text: words.removeSelected,
          danger: true,
          has: ({ session }) => inviting(session),
          run: removeMany,
        },
        { key: 'disable', text: words.disableSelected, run: (context) => activate(context, false) },
        { key: 'activate', text: words.activateSelected, run: (context) => activate(context, true) },
      ],
    },
  },
  form: {
    groups: [
      { title: words.account, fields: ['name', 'username', 'email', 'groups'] },
      {
        title: words.authentication,
        fields: [
          'password_strategy',
          'update_password',
          'password',
          'set_public_key',
          'public_key',
          'mfa_level',
          'source',
        ],
      },
      { title: words.security, fields: ['role', 'org_roles', 'date_expired'] },
      { title: words.other, fields: ['phone', 'wechat', 'comment'] },
    ],
    field: {
      groups: groupsField(),
      password_strategy: { hidden: (_values, { mode }) => mode === 'update' },
      update_password: {
        label: words.changePassword,
        meta: { type: 'boolean' },
        initial: false,
        hidden: ({ update_password, source }, { mode }) =>
          mode === 'create' || source !== 'local' || update_password === true,
      },
      password: { ...newPassword, hidden: (values, at) => !setsPassword(values, at) },
      set_public_key: {
        label: words.setPublicKey,
        meta: { type: 'boolean' },
        initial: false,
        hidden: ({ set_public_key }, { mode }) => mode === 'create' || set_public_key === true,
      },
      public_key: {
        meta: { write_only: false },
        rows: 3,
        help: words.pasteKey,
        hidden: ({ set_public_key }) => set_public_key !== true,
      },
      source: { required: true },
      role: { label: words.superRole, hidden: (_values, { session }) => !session.isSuperAdmin },
      org_roles: {
        required: true,
        hidden: (_values, { session }) => !isLicensed(session),
        disabled: ({ session }) => inRootOrg(session),
      },
    },
    clean: cleanUser,
  },
  detail: {
    titleOf: (user) => user.name,
    facts: [
      'name',
      'username',
      'email',
      'total_role_display',
      'mfa_level_display',
      'source_display',
      'created_by',
      'date_joined',
      'date_expired',
      'date_password_last_updated',
      'last_login',
      'comment',
    ],
    labels: { total_role_display: words.role },
    canUpdate: ({ item }) => item.can_update,
    delete: ({ session }) => session.isSuperAdmin,
    canDelete: ({ item }) => item.can_delete,
    Side: UserSide,
    tabs: [
      { key: 'UserGrantedAssets', title: tabWords.grantedAssets, Body: UserGrantedAssets },
      { key: 'UserAssetPermissionRules', title: tabWords.assetRules, Body: UserAssetRules },
      { key: 'UserGrantedApplications', title: tabWords.grantedApps, Body: UserApps },
      { key: 'UserApplicationPermissionRules', title: tabWords.appRules, Body: UserAppRules },
      { key: ACL_TAB, title: tabWords.loginRules, Body: UserAcls },
    ],
  },
}

function groupsField(): FieldSpec {
  return {
    options: { url: `${GROUPS}?fields_size=mini&order=name`, multiple: true },
    disabled: ({ session }) => inRootOrg(session),
  }
}

const setsPassword = (values: Readonly<Record<string, any>>, { mode }: FormContext): boolean =>
  mode === 'create' ? String(values.password_strategy) === '1' : values.update_password === true

function cleanUser(values: Record<string, any>, at: FormContext): Record<string, any> {
  const { password, password_strategy, update_password, public_key, set_public_key, role, ...rest } = values
  return {
    ...rest,
    ...(at.mode === 'create' && { password_strategy }),
    ...(update_password && { update_password }),
    ...(setsPassword(values, at) && { password }),
    ...(set_public_key && { set_public_key, public_key }),
    // Others may only send `User`, and an account of their own may be more than that.
    ...(at.session.isSuperAdmin && { role }),
  }
}

function removeOne({ row, reload }: RowContext): Promise<boolean> {
  return confirm({
    text: say.confirmRemoveOne(nameAndLogin(row)),
    danger: true,
    work: async () => {
      await removed(`${USERS}${row.id}/remove/`, common.removeFailed)
      reload()
      notify.success(common.removeSuccess)
    },
  })
}

function removeMany({ rows, reload, handle }: BulkContext): Promise<boolean> {
  return confirm({
    text: say.confirmRemoveRows(rows.length),
    danger: true,
    work: async () => {
      await removed(`${USERS}remove/?spm=${await handle()}`, common.bulkRemoveFailed)
      reload()
      notify.success(common.bulkRemoveSuccess)
    },
  })
}

const removed = async (path: string, failed: string): Promise<void> => {
  try {
    await post(path, undefined, { flash: false })
  } catch (error) {
    tellFailure(failed, error)
    throw error
  }
}

async function activate({ rows, reload }: BulkContext, is_active: boolean): Promise<void> {
  await patch(
    USERS,
    rows.map(({ id }) => ({ id, is_active })),
  )
  reload()
  notify.success(common.updateSuccess)
}
