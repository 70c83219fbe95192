// What permissions of every kind have in common: who, from when until when.
import {
  commentLabel,
  computed,
  counted,
  createdBy,
  dateCreated,
  flag,
  id,
  label,
  refs,
  stamp,
  text,
} from '@drawbridge/resource'

const YEARS = 70
const DAY = 86_400_000

const linked =
  (kind: 'asset' | 'application') =>
  (to: string, named: ReturnType<typeof label>, end: string, required = false) =>
    refs(to, named, {
      through: `perms/${kind}-permissions-${endPath[end]}-relations`,
      mine: `${kind}permission`,
      theirs: end,
      required,
    })

const endPath: Record<string, string> = {
  user: 'users',
  usergroup: 'user-groups',
  asset: 'assets',
  node: 'nodes',
  application: 'applications',
  systemuser: 'system-users',
}

export const ruleFields = (kind: 'asset' | 'application') => {
  const link = linked(kind)
  return {
    head: {
      id: id(),
      name: text(label('名称', 'Name'), { required: true, max: 128, filter: true, search: true, order: true }),
    },
    who: {
      users: link('users/users', label('用户', 'User'), 'user'),
      user_groups: link('users/groups', label('用户组', 'User group'), 'usergroup'),
    },
    link,
    as: {
      system_users: link('assets/system-users', label('系统用户', 'System user'), 'systemuser', true),
    },
    when: {
      is_active: flag(label('激活中', 'Active'), { default: true, filter: true }),
      date_start: stamp(label('开始日期', 'Date start'), { default: (now: Date) => now, resets: false, order: true }),
      date_expired: stamp(label('失效日期', 'Date expired'), {
        default: (now: Date) => new Date(now.getTime() + YEARS * 365 * DAY),
        resets: false,
        order: true,
      }),
      comment: text(commentLabel),
      is_valid: computed<boolean>('boolean', label('有效', 'Is valid')),
      is_expired: computed<boolean>('boolean', label('是否过期', 'Is expired')),
    },
    amounts: {
      users_amount: counted('users', label('用户数量', 'Users amount')),
      user_groups_amount: counted('user_groups', label('用户组数量', 'User groups amount')),
      system_users_amount: counted('system_users', label('系统用户数量', 'System users amount')),
    },
    tail: {
      created_by: createdBy(),
      date_created: dateCreated(),
    },
  }
}
