const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = {
  acl: t('访问控制', 'Access control'),
  assetAcls: t('登录资产', 'Asset login rules'),
  createAssetAcl: t('创建资产登录规则', 'Create asset login rule'),
  assetAclDetail: t('资产登录规则详情', 'Asset login rule detail'),
  updateAssetAcl: t('更新资产登录规则', 'Update asset login rule'),
  basic: t('基本', 'Basic'),
  users: t('用户信息', 'Users'),
  assets: t('资产信息', 'Assets'),
  systemUsers: t('系统用户', 'System users'),
  action: t('动作', 'Action'),
  other: t('其它', 'Other'),
  usernames: t('用户名', 'Usernames'),
  hostnames: t('资产名', 'Hostnames'),
  assetIps: t('资产 IP', 'Asset IPs'),
  accountNames: t('系统用户名称', 'System user names'),
  accountProtocols: t('系统用户协议', 'System user protocols'),
  accountUsernames: t('系统用户名', 'System user usernames'),
  reviewers: t('复核人', 'Reviewers'),
  namesHelp: t('多个值用逗号分隔，* 表示匹配所有', 'Several values are parted by commas; * matches everything'),
  hostsHelp: t(
    '多个值用逗号分隔，* 表示匹配所有。例如：192.168.10.1, 192.168.1.0/24, 10.1.1.1-10.1.1.20, 2001:db8::/32, db.example.com',
    'Several values are parted by commas; * matches everything. For example: 192.168.10.1, 192.168.1.0/24, 10.1.1.1-10.1.1.20, 2001:db8::/32, db.example.com',
  ),
  protocolsHelp: t(
    '多个值用逗号分隔，* 表示匹配所有。可选：ssh, rdp, telnet, vnc',
    'Several values are parted by commas; * matches everything. Possible: ssh, rdp, telnet, vnc',
  ),
  priorityHelp: t('1-100，100 最先匹配', '1-100; 100 is matched first'),
}
