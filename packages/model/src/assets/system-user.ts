import {
  choice,
  commentLabel,
  computed,
  createdBy,
  dateCreated,
  dateUpdated,
  defineResource,
  display,
  type Field,
  flag,
  id,
  integer,
  label,
  PRIORITY,
  ref,
  refs,
  refuse,
  secret,
  serial,
  text,
} from '@drawbridge/resource'
import { accountName } from './account-fields.ts'
import { accountProtocols } from './protocols.ts'

export const loginModes = [
  ['auto', label('自动登录', 'Automatic login')],
  ['manual', label('手动登录', 'Manually login')],
] as const

const root = text(label('SFTP根路径', 'SFTP Root'), { max: 128, default: 'tmp' })

const sftpRoot: Field<string, true> = {
  ...root,
  help: label('SFTP的起始路径，tmp目录, 用户home目录或者自定义', 'SFTP root dir, tmp, home or custom'),
  parse: (raw, reader) => {
    const path = root.parse(raw, reader)
    if (path !== 'home' && path !== 'tmp' && !path.startsWith('/'))
      return refuse(label('路径应该以 / 开头', 'Path should starts with /'))
    return path
  },
}

/** The account that people log in with on assets and applications. */
export const systemUser = defineResource('assets/system-users', {
  label: label('系统用户', 'System user'),
  model: 'systemuser',
  title: '{name}({username})',
  scope: 'organisation',
  may: { read: ['orgAdmin', 'app'], write: ['orgAdmin'] },
  order: ['name'],
  unique: [['name']],
  mini: ['id', 'name', 'username'],
  fields: {
    id: id(),
    name: text(label('名称', 'Name'), { required: true, max: 128, filter: true, search: true, order: true }),
    username: accountName(),
    protocol: choice(label('协议', 'Protocol'), accountProtocols, { default: 'ssh', filter: true }),
    password: secret(label('密码', 'Password'), { max: 512 }),
    private_key: secret(label('SSH密钥', 'SSH private key'), { max: 16_384 }),
    public_key: text(label('SSH公钥', 'SSH public key'), { nullable: true, writeOnly: true, max: 16_384 }),
    token: secret(label('Token', 'Token'), { max: 16_384 }),
    login_mode: choice(label('登录模式', 'Login mode'), loginModes, { default: 'auto' }),
    login_mode_display: display('login_mode', label('登录模式', 'Login mode')),
    priority: integer(label('优先级', 'Priority'), {
      ...PRIORITY,
      default: 81,
      order: true,
      help: label(
        '优先级可选范围为 1-100，100 为最高优先级，最先匹配',
        '1-100, 100 is the highest and is matched first',
      ),
    }),
    username_same_with_user: flag(label('用户名与用户相同', 'Username same with user'), {
      default: false,
      help: label('使用登录用户的用户名', 'The name of the signed-in user is used'),
    }),
    auto_push: flag(label('自动推送', 'Auto push'), { default: true }),
    auto_generate_key: flag(label('自动生成密钥', 'Auto generate ssh key'), {
      default: false,
      writeOnly: true,
      stored: false,
    }),
    cmd_filters: refs('assets/cmd-filters', label('命令过滤器', 'Command filter'), {
      through: 'assets/cmd-filters-system-users-relations',
      mine: 'systemuser',
      theirs: 'cmdfilter',
      detailOnly: true,
    }),
    sudo: text(label('Sudo', 'Sudo'), {
      default: '/bin/whoami',
      max: 4096,
      help: label('多个命令用逗号隔开', 'Commands, separated by commas'),
    }),
    shell: text(label('Shell', 'Shell'), { max: 64, default: '/bin/bash' }),
    home: text(label('家目录', 'Home'), { max: 4096 }),
    system_groups: text(label('用户组', 'System groups'), { max: 4096 }),
    sftp_root: sftpRoot,
    charset: choice(
      label('编码', 'Charset'),
      [
        ['', label('与系统平台相同', 'As the platform')],
        ['utf8', label('UTF-8', 'UTF-8')],
        ['gbk', label('GBK', 'GBK')],
      ],
      { default: '' },
    ),
    ad_domain: text(label('Ad 网域', 'Ad domain'), { max: 256 }),
    assets_amount: computed<number>('integer', label('资产数量', 'Assets amount')),
    comment: text(commentLabel),
    date_created: dateCreated(),
    date_updated: dateUpdated(),
    created_by: createdBy(),
  },
  filters: {
    protocol__in: text(label('协议（逗号隔开）', 'Protocols, separated by commas')),
  },
})

const relation = { scope: 'global', may: { read: ['orgAdmin'], write: ['orgAdmin'] }, order: ['id'] } as const

const systemuser = () =>
  ref('assets/system-users', label('系统用户', 'System user'), {
    required: true,
    filter: true,
    whenTargetGoes: 'cascade',
  })
const systemuser_display = () => display('systemuser', label('系统用户', 'System user'))

export const systemUserAsset = defineResource('assets/system-users-assets-relations', {
  ...relation,
  label: label('系统用户的资产', 'Asset of a system user'),
  model: 'systemuser_assets',
  title: '{systemuser} | {asset}',
  unique: [['asset', 'systemuser']],
  fields: {
    id: serial(),
    asset: ref('assets/assets', label('资产', 'Asset'), { required: true, filter: true, whenTargetGoes: 'cascade' }),
    asset_display: display('asset', label('资产', 'Asset')),
    systemuser: systemuser(),
    systemuser_display: systemuser_display(),
  },
  filters: { search: text(label('搜索', 'Search')) },
})

export const systemUserNode = defineResource('assets/system-users-nodes-relations', {
  ...relation,
  label: label('系统用户的节点', 'Node of a system user'),
  model: 'systemuser_nodes',
  title: '{systemuser} | {node}',
  unique: [['node', 'systemuser']],
  fields: {
    id: serial(),
    node: ref('assets/nodes', label('节点', 'Node'), { required: true, filter: true, whenTargetGoes: 'cascade' }),
    node_display: display('node', label('节点', 'Node')),
    systemuser: systemuser(),
    systemuser_display: systemuser_display(),
  },
  filters: { search: text(label('搜索', 'Search')) },
})

export const systemUserUser = defineResource('assets/system-users-users-relations', {
  ...relation,
  label: label('系统用户的用户', 'User of a system user'),
  model: 'systemuser_users',
  title: '{systemuser} | {user}',
  unique: [['user', 'systemuser']],
  fields: {
    id: serial(),
    user: ref('users/users', label('用户', 'User'), { required: true, filter: true, whenTargetGoes: 'cascade' }),
    user_display: display('user', label('用户', 'User')),
    systemuser: systemuser(),
    systemuser_display: systemuser_display(),
  },
  filters: { search: text(label('搜索', 'Search')) },
})
