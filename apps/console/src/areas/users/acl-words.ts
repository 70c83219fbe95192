import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const aclWords = {
  userAcls: t('用户登录', 'User login rules'),
  createUserAcl: t('创建用户登录规则', 'Create user login rule'),
  userAclDetail: t('用户登录规则详情', 'User login rule detail'),
  updateUserAcl: t('更新用户登录规则', 'Update user login rule'),
  basic: t('基本', 'Basic'),
  other: t('其它', 'Other'),
  user: t('用户', 'User'),
  action: t('动作', 'Action'),
  ips: t('IP 组', 'IP group'),
  ipsHelp: t(
    '多个值用逗号分隔，* 表示匹配所有。例如：192.168.10.1, 192.168.1.0/24, 10.1.1.1-10.1.1.20, 2001:db8::/32',
    'Several values are parted by commas; * matches everything. For example: 192.168.10.1, 192.168.1.0/24, 10.1.1.1-10.1.1.20, 2001:db8::/32',
  ),
  priorityHelp: t('1-100，100 最先匹配', '1-100; 100 is matched first'),
  firstRuleCounts: t('只有优先级最高的一条激活规则起作用。', 'Only the first active rule, by priority, decides.'),
  chooseUser: t('请选择用户', 'Choose a user'),
  chooseUserHint: t(
    '登录规则属于用户：选择一个用户以查看其规则。',
    'Login rules belong to users: choose one to see the rules.',
  ),
}

export const say = messages(aclWords)
