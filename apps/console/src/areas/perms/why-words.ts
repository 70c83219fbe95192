import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const whyWords = {
  title: t('访问排查', 'Access check'),
  hint: t(
    '查看某个用户能否访问某个资产，以及由哪些规则决定。',
    'See whether a user can reach an asset, and which rules decide it.',
  ),
  open: t('打开访问排查', 'Open the access check'),
  user: t('用户', 'User'),
  asset: t('资产', 'Asset'),
  question: t('谁访问什么', 'Who reaches what'),
  answer: t('结论', 'Answer'),
  chooseBoth: t('请选择一个用户和一个资产', 'Choose a user and an asset'),
  chooseBothHint: t('只选择资产，可以看到谁能访问它。', 'Choose only an asset to see everybody who can reach it.'),
  granted: t('可以访问', 'Access is granted'),
  refused: t('不能访问', 'Access is not granted'),
  grantedBy: t(
    (n: number) => `由 ${n} 条规则授权。`,
    (n: number) => (n === 1 ? 'One rule grants it.' : `${n} rules grant it.`),
  ),
  noRule: t(
    '没有规则同时包含这个用户（或其用户组）和这个资产（或其上级节点）。',
    'No rule names this user (or one of their groups) and covers this asset (or a node above it).',
  ),
  noneGrants: t('相关规则都没有生效。', 'None of the rules between them takes effect.'),
  obstacles: t('无论规则如何，都存在以下障碍', 'What is in the way, whatever the rules say'),
  rules: t('相关规则', 'Rules between them'),
  accounts: t('可用的系统用户', 'System users that can be used'),
  createRule: t('为此资产创建授权规则', 'Create a rule for this asset'),
  visitors: t('谁能访问这个资产', 'Who can reach this asset'),
  nobody: t('没有人能访问这个资产', 'Nobody can reach this asset'),
  nobodyFound: t('没有符合条件的用户', 'Nobody matches'),
  searchPeople: t('按姓名或用户名查找', 'Find by name or username'),
  visitorCount: t(
    (n: number) => `共 ${n} 个用户`,
    (n: number) => (n === 1 ? 'One user' : `${n} users`),
  ),
  name: t('姓名', 'Name'),
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
  nothingChanges: t('没有人会获得或失去资产。', 'Nobody gains or loses any asset.'),
  nothingChangesHint: t(
    '可能的原因：规则未激活或不在有效期内，没有选择用户、资产或动作，或者这些用户已经通过其它规则拥有这些资产。',
    'Perhaps the rule is not active or not in its time, names no user, no asset or no action, or these users have these assets through other rules already.',
  ),
  affected: t(
    (n: number) => `影响 ${n} 个用户`,
    (n: number) => (n === 1 ? 'One user is affected' : `${n} users are affected`),
  ),
  gained: t(
    (n: number) => `共获得 ${n} 项资产访问`,
    (n: number) => (n === 1 ? 'one access to an asset is gained' : `${n} accesses to assets are gained`),
  ),
  lost: t(
    (n: number) => `共失去 ${n} 项资产访问`,
    (n: number) => (n === 1 ? 'one access to an asset is lost' : `${n} accesses to assets are lost`),
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
