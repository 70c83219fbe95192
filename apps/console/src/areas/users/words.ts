import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

/** Both languages side by side, for declarations; `say` speaks them now. */
export const words = {
  users: t('用户列表', 'Users'),
  createUser: t('创建用户', 'Create user'),
  userDetail: t('用户详情', 'User detail'),
  updateUser: t('更新用户', 'Update user'),
  groups: t('用户组', 'User groups'),
  createGroup: t('创建用户组', 'Create user group'),
  groupDetail: t('用户组详情', 'User group detail'),
  updateGroup: t('更新用户组', 'Update user group'),
  // form
  account: t('账户', 'Account'),
  authentication: t('认证', 'Authentication'),
  security: t('安全', 'Secure'),
  other: t('其它', 'Other'),
  basic: t('基本', 'Basic'),
  changePassword: t('更新密码', 'Change password'),
  setPublicKey: t('设置SSH公钥', 'Set SSH public key'),
  pasteKey: t('粘贴一行公钥，例如 ssh-ed25519 AAAA…', 'One line, for example ssh-ed25519 AAAA…'),
  superRole: t('系统角色', 'Super role'),
  orgAdmin: t('组织管理员', 'Org Admin'),
  orgAuditor: t('组织审计员', 'Org Auditor'),
  orgUser: t('组织用户', 'Org User'),
  // list
  role: t('角色', 'Role'),
  userGroups: t('用户组', 'User groups'),
  validity: t('有效', 'Validity'),
  members: t('成员', 'Members'),
  amountOfUsers: t('用户', 'Users'),
  remove: t('移除', 'Remove'),
  removeSelected: t('移除所选', 'Remove selected'),
  disableSelected: t('禁用所选', 'Disable selected'),
  activateSelected: t('激活所选', 'Activate selected'),
  confirmRemoveRows: t(
    (n: number) => `你确定要将 ${n} 个用户移出当前组织吗？账号本身会保留。`,
    (n: number) => `Remove ${n} users from this organization? The accounts stay.`,
  ),
  confirmRemoveOne: t(
    (name: string) => `你确定要将 ${name} 移出当前组织吗？账号本身会保留。`,
    (name: string) => `Remove ${name} from this organization? The account stays.`,
  ),
  // invitation
  invite: t('邀请', 'Invite'),
  inviteUser: t('邀请用户', 'Invite user'),
  inviteInOrg: t('邀请用户加入此组织', 'Invite user in this org'),
  user: t('用户', 'User'),
  orgRole: t('组织角色', 'Org role'),
  searchPeople: t('输入姓名、用户名或邮箱查找', 'Type a name, username or email'),
  // quick actions
  activate: t('激活', 'Activate'),
  resetMfa: t('重置MFA', 'Reset MFA'),
  resetMfaWarning: t('你确定要重置用户的 MFA 吗？', 'This will reset the user MFA setting, user can reset it'),
  resetMfaDone: t('重置MFA成功，用户可以重新设置MFA了', 'Reset MFA success'),
  resetPassword: t('重置密码', 'Reset password'),
  resetPasswordWarning: t(
    '你确定要发送重置用户密码的邮件吗？',
    'This will reset the user password and send a reset mail',
  ),
  resetPasswordDone: t(
    '发送邮件任务已提交，用户稍后会收到重置密码邮件',
    "An e-mail has been sent to the user's mailbox",
  ),
  resetKey: t('重置SSH密钥', 'Reset SSH key'),
  resetKeyWarning: t(
    '你确定要发送重置用户的SSH Key的邮件吗？',
    'This will reset the user public key and send a reset mail',
  ),
  resetKeyDone: t('发送邮件任务已提交，用户稍后会收到重置密钥邮件', "An e-mail has been sent to the user's mailbox"),
  unblockUser: t('解锁用户', 'Unblock login'),
  unblock: t('解锁', 'Unblock'),
  unblockDone: t('解锁成功', 'Account has unblocked'),
  reset: t('重置', 'Reset'),
  send: t('发送', 'Send'),
  loginConfirm: t('登录复核', 'Login confirm'),
}

export const say = messages(words)
