import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

/** Of the tabs that show what a user or a group is granted. */
export const tabWords = {
  grantedAssets: t('授权的资产', 'Granted assets'),
  assetRules: t('资产授权规则', 'Asset permission rules'),
  grantedApps: t('授权的应用', 'Granted applications'),
  appRules: t('应用授权规则', 'Application permission rules'),
  loginRules: t('用户登录规则', 'User login rules'),
  whyNot: t('为什么能（不能）访问某个资产？', 'Why is an asset granted, or not?'),
  whyNotApp: t('为什么能（不能）访问某个应用？', 'Why is an application granted, or not?'),
  systemUsers: t('系统用户', 'System users'),
  users: t('用户', 'Users'),
  userGroups: t('用户组', 'User groups'),
  assets: t('资产', 'Assets'),
  nodes: t('节点', 'Nodes'),
  apps: t('应用', 'Apps'),
  category: t('类别', 'Category'),
  name: t('名称', 'Name'),
  validity: t('有效', 'Validity'),
  ip: t('IP', 'IP'),
  hostname: t('主机名', 'Hostname'),
  inherit: t('继承', 'Inherit'),
  include: t('包含', 'Include'),
  exclude: t('不包含', 'Exclude'),
  yes: t('是', 'Yes'),
  no: t('否', 'No'),
}

export const say = messages(tabWords)
