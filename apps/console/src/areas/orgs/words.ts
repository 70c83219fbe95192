import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

/** What an organisation counts, in the order of its columns. */
export const AMOUNTS = [
  'users_amount',
  'groups_amount',
  'assets_amount',
  'admin_users_amount',
  'system_users_amount',
  'applications_amount',
  'asset_perms_amount',
  'app_perms_amount',
] as const

export const words = {
  delete: t('删除', 'Delete'),
  orgs: t('组织管理', 'Organizations'),
  createOrg: t('创建组织', 'Create organization'),
  orgDetail: t('组织详情', 'Organization detail'),
  updateOrg: t('更新组织', 'Update organization'),
  membership: t('组织成员', 'Organization membership'),
  basic: t('基本', 'Basic'),
  addUsersNext: t('请去组织详情内添加用户', 'Please go to Organization Details to add users'),
  users_amount: t('用户数量', 'Users amount'),
  groups_amount: t('用户组数量', 'Groups amount'),
  assets_amount: t('资产数量', 'Assets amount'),
  admin_users_amount: t('管理用户数量', 'Admin users amount'),
  system_users_amount: t('系统用户数量', 'System users amount'),
  applications_amount: t('应用数量', 'Applications amount'),
  asset_perms_amount: t('资产授权数量', 'Asset perms amount'),
  app_perms_amount: t('应用授权数量', 'App perms amount'),
  confirmDelete: t(
    (name: string, left: string) =>
      `你确定要删除组织 ${name} 吗？删除前请确保组织内的用户、用户组、资产、网域、管理用户、系统用户、标签和授权规则都已删除。${left}`,
    (name: string, left: string) =>
      `Are you sure to delete the organization ${name} ? Its users, groups, assets, domains, admin users, system users, labels and permission rules must be deleted first. ${left}`,
  ),
  stillThere: t(
    (what: string) => `目前还有：${what}。`,
    (what: string) => `Still there: ${what}.`,
  ),
  orgUsers: t('组织用户', 'Organization users'),
  orgAdmins: t('组织管理员', 'Organization administrators'),
  orgAuditors: t('组织审计员', 'Organization auditors'),
}

export const say = messages(words)

/** Headings of columns of numbers: what is counted goes without saying that it is counted. */
export const kinds = {
  users_amount: t('用户', 'Users'),
  groups_amount: t('用户组', 'Groups'),
  assets_amount: t('资产', 'Assets'),
  admin_users_amount: t('管理用户', 'Admin users'),
  system_users_amount: t('系统用户', 'Sys users'),
  applications_amount: t('应用', 'Apps'),
  asset_perms_amount: t('资产授权', 'Asset perms'),
  app_perms_amount: t('应用授权', 'App perms'),
}

export const sayKind = messages(kinds)
