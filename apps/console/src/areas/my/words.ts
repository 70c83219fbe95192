import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = {
  myAssets: t('我的资产', 'My assets'),
  myNodes: t('我的节点', 'My nodes'),
  myApps: t('我的应用', 'My apps'),
  remoteApps: t('远程应用', 'Remote apps'),
  databases: t('数据库', 'Database apps'),
  clusters: t('Kubernetes', 'Kubernetes apps'),
  webTerminal: t('Web终端', 'Web terminal'),
  fileManager: t('文件管理', 'WebFTP'),
  systemUsers: t('系统用户', 'System users'),
  action: t('动作', 'Action'),
  type: t('类型', 'Type'),
  asset: t('资产', 'Asset'),
  database: t('数据库', 'Database'),
  cluster: t('集群', 'Cluster'),
  hostname: t('主机名', 'Hostname'),
  ip: t('IP', 'IP'),
  protocols: t('协议组', 'Protocols'),
  platform: t('系统平台', 'Platform'),
  isActive: t('激活', 'Activate'),
  comment: t('备注', 'Comment'),
  inactive: t('未激活', 'Not active'),
  connect: t(
    (name: string) => `连接 ${name}`,
    (name: string) => `Connect to ${name}`,
  ),
  cannotConnect: t(
    (name: string) => `${name} 未激活，不能连接`,
    (name: string) => `${name} is not active: no connection`,
  ),
  favorite: t(
    (name: string) => `收藏 ${name}`,
    (name: string) => `Favorite ${name}`,
  ),
}

export const say = messages(words)
