import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const whyWords = {
  title: t('访问排查', 'Access check'),
  hint: t(
    '查看某个用户能否访问某个资产或应用，以及由哪些规则决定。',
    'See whether a user can reach an asset or an application, and which rules decide it.',
  ),
  open: t('打开访问排查', 'Open the access check'),
  user: t('用户', 'User'),
  asset: t('资产', 'Asset'),
  application: t('应用', 'Application'),
  // inside a sentence
  anAsset: t('资产', 'asset'),
  anApplication: t('应用', 'application'),
  question: t('谁访问什么', 'Who reaches what'),
  answer: t('结论', 'Answer'),
  chooseBoth: t('请选择一个用户，以及一个资产或应用', 'Choose a user, and an asset or an application'),
  chooseBothHint: t(
    '只选择资产或应用，可以看到谁能访问它。',
    'Choose only an asset or an application to see everybody who can reach it.',
  ),
  granted: t('可以访问', 'Access is granted'),
  refused: t('不能访问', 'Access is not granted'),
  grantedBy: t(
    (n: number) => `由 ${n} 条规则授权。`,
    (n: number) => (n === 1 ? 'One rule grants it.' : `${n} rules grant it.`),
  ),
  noAssetRule: t(
    '没有规则同时包含这个用户（或其用户组）和这个资产（或其上级节点）。',
    'No rule names this user (or one of their groups) and covers this asset (or a node above it).',
  ),
  noAppRule: t(
    '没有规则同时包含这个用户（或其用户组）和这个应用。',
    'No rule names this user (or one of their groups) and this application.',
  ),
  noneGrants: t('相关规则都没有生效。', 'None of the rules between them takes effect.'),
  obstacles: t('无论规则如何，都存在以下障碍', 'What is in the way, whatever the rules say'),
  rules: t('相关规则', 'Rules between them'),
  accounts: t('可用的系统用户', 'System users that can be used'),
  createRule: t(
    (it: string) => `为此${it}创建授权规则`,
    (it: string) => `Create a rule for this ${it}`,
  ),
  visitors: t(
    (it: string) => `谁能访问这个${it}`,
    (it: string) => `Who can reach this ${it}`,
  ),
  nobody: t(
    (it: string) => `没有人能访问这个${it}`,
    (it: string) => `Nobody can reach this ${it}`,
  ),
  nobodyFound: t('没有符合条件的用户', 'Nobody matches'),
  searchPeople: t('按姓名或用户名查找', 'Find by name or username'),
  visitorCount: t(
    (n: number) => `共 ${n} 个用户`,
    (n: number) => (n === 1 ? 'One user' : `${n} users`),
  ),
  name: t('姓名', 'Name'),
  accountName: t('名称', 'Name'),
  username: t('用户名', 'Username'),
  systemUsers: t('系统用户', 'System users'),
  byRules: t('规则', 'Rules'),
  protocol: t('协议', 'Protocol'),
  permission: t('权限', 'Permission'),
  why: t('为什么', 'Why'),
  whyOf: t(
    (name: string) => `为什么 ${name} 能访问`,
    (name: string) => `Why ${name} can`,
  ),
  more: t('更多', 'More'),
  // states of a rule
  grants: t('授权', 'Grants'),
  inactive: t('未激活', 'Not active'),
  expired: t('已过期', 'Expired'),
  not_started: t('未开始', 'Not started'),
  no_actions: t('没有动作', 'No action'),
  no_system_user: t('没有系统用户', 'No system user'),
  no_protocol: t('协议不符', 'Protocol does not fit'),
  // preview
  preview: t('预览影响', 'Preview'),
  previewTitle: t('保存后会发生什么', 'What saving this would change'),
  nothingChanges: t(
    (it: string) => `没有人会获得或失去${it}。`,
    (it: string) => `Nobody gains or loses any ${it}.`,
  ),
  nothingChangesHint: t(
    (it: string) =>
      `可能的原因：规则未激活或不在有效期内，没有选择用户或${it}，不允许任何动作，或者这些用户已经通过其它规则拥有这些${it}。`,
    (it: string) =>
      `Perhaps the rule is not active or not in its time, names no user or no ${it}, allows nothing, or these users have the same through other rules already.`,
  ),
  affected: t(
    (n: number) => `影响 ${n} 个用户`,
    (n: number) => (n === 1 ? 'One user is affected' : `${n} users are affected`),
  ),
  gained: t(
    (n: number, it: string) => `共获得 ${n} 项${it}访问`,
    (n: number, it: string) => (n === 1 ? `one access to an ${it} is gained` : `${n} accesses to ${it}s are gained`),
  ),
  lost: t(
    (n: number, it: string) => `共失去 ${n} 项${it}访问`,
    (n: number, it: string) => (n === 1 ? `one access to an ${it} is lost` : `${n} accesses to ${it}s are lost`),
  ),
  inexact: t('影响的用户太多，只计算了其中一部分。', 'So many users are affected that not all of them were counted.'),
  onlySome: t(
    (n: number) => `只列出前 ${n} 个用户。`,
    (n: number) => `Only the first ${n} users are listed.`,
  ),
  gains: t('获得', 'Gains'),
  loses: t('失去', 'Loses'),
  andMore: t(
    (n: number) => `等 ${n} 个`,
    (n: number) => `and ${n} more`,
  ),
  cannotPreview: t('还不能预览', 'This cannot be previewed yet'),
}

export const say = messages(whyWords)
