import { messages } from '../../words/messages.ts'

const t = <W>(zh: W, en: W) => ({ zh, en })

export const words = {
  applications: t('应用管理', 'Applications'),
  remoteApps: t('远程应用', 'Remote apps'),
  createRemoteApp: t('创建远程应用', 'Create remote app'),
  remoteAppDetail: t('远程应用详情', 'Remote app detail'),
  updateRemoteApp: t('更新远程应用', 'Update remote app'),
  databases: t('数据库', 'Database apps'),
  createDatabase: t('创建数据库应用', 'Create database app'),
  databaseDetail: t('数据库详情', 'Database app detail'),
  updateDatabase: t('更新数据库应用', 'Update database app'),
  clusters: t('Kubernetes', 'Kubernetes apps'),
  createCluster: t('创建 Kubernetes', 'Create Kubernetes app'),
  clusterDetail: t('Kubernetes 详情', 'Kubernetes app detail'),
  updateCluster: t('更新 Kubernetes', 'Update Kubernetes app'),
  loaderHint: t(
    '应用服务器上需要安装应用加载器，并将其发布为 RemoteApp，远程应用才能启动。',
    'Remote apps start through the application loader, which must be installed on the application server and published as a RemoteApp.',
  ),
  basic: t('基本', 'Basic'),
  other: t('其它', 'Other'),
  databaseInfo: t('数据库信息', 'Database info'),
  type: t('类型', 'Type'),
  appType: t('应用类型', 'App type'),
  appPath: t('应用路径', 'App path'),
  asset: t('资产', 'Asset'),
  assets: t('资产', 'Assets'),
  host: t('主机', 'Host'),
  port: t('端口', 'Port'),
  database: t('数据库', 'Database'),
  cluster: t('集群', 'Cluster'),
  chrome: t('Chrome', 'Chrome'),
  mysql_workbench: t('MySQL Workbench', 'MySQL Workbench'),
  vmware_client: t('vSphere Client', 'vSphere Client'),
  custom: t('自定义', 'Custom'),
  mysql: t('MySQL', 'MySQL'),
  postgresql: t('PostgreSQL', 'PostgreSQL'),
  mariadb: t('MariaDB', 'MariaDB'),
  oracle: t('Oracle', 'Oracle'),
  k8s: t('Kubernetes', 'Kubernetes'),
  windowsOnly: t('只列出 Windows 资产', 'Only Windows assets are listed'),
  keepPassword: t('留空则保持不变', 'Leave it empty to keep the present one'),
  clusterExample: t('例如：https://172.16.8.8:8443', 'For example: https://172.16.8.8:8443'),
}

export const say = messages(words)
