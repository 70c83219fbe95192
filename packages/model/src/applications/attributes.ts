// What an application holds beyond its name, by type.
import { computed, type Fields, label, object, port, type Reader, ref, secret, text } from '@drawbridge/resource'
import type { ApplicationCategory, ApplicationType } from './application.ts'

const LONGEST = 128

const word = (zh: string, en: string) => text(label(zh, en), { max: LONGEST })
const username = () => word('用户名', 'Username')
const password = () => secret(label('密码', 'Password'), { max: LONGEST })

const database = (standard: number) =>
  ({
    host: text(label('主机', 'Host'), { required: true, max: LONGEST }),
    port: port(label('端口', 'Port'), { default: standard }),
    database: text(label('数据库', 'Database'), { required: true, max: LONGEST }),
  }) satisfies Fields

const cluster = {
  cluster: text(label('集群', 'Cluster'), {
    required: true,
    max: 1024,
    help: label('例如：https://172.16.8.8:8443', 'For example: https://172.16.8.8:8443'),
  }),
} satisfies Fields

const path = label('应用路径', 'Application path')

const published = (program: Fields[string]) =>
  ({
    asset: ref('assets/assets', label('资产', 'Asset'), { nullable: true }),
    path: program,
  }) satisfies Fields

const standing = (where: string) => published(text(path, { max: LONGEST, default: where }))

export const attributes: Readonly<Record<ApplicationType, Fields>> = {
  mysql: database(3306),
  mariadb: database(3306),
  oracle: database(1521),
  postgresql: database(5432),
  k8s: cluster,
  chrome: {
    ...standing('C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe'),
    chrome_target: word('目标URL', 'Target URL'),
    chrome_username: username(),
    chrome_password: password(),
  },
  mysql_workbench: {
    ...standing('C:\\Program Files\\MySQL\\MySQL Workbench 8.0 CE\\MySQLWorkbench.exe'),
    mysql_workbench_ip: word('IP', 'IP'),
    mysql_workbench_port: port(label('端口', 'Port'), { nullable: true }),
    mysql_workbench_name: word('数据库', 'Database'),
    mysql_workbench_username: username(),
    mysql_workbench_password: password(),
  },
  vmware_client: {
    ...standing(
      'C:\\Program Files (x86)\\VMware\\Infrastructure\\Virtual Infrastructure Client\\Launcher\\VpxClient.exe',
    ),
    vmware_target: word('目标URL', 'Target URL'),
    vmware_username: username(),
    vmware_password: password(),
  },
  custom: {
    ...published(text(path, { max: LONGEST, required: true })),
    custom_cmdline: word('运行参数', 'Operating parameter'),
    custom_target: word('目标URL', 'Target url'),
    custom_username: username(),
    custom_password: password(),
  },
}

/** What all types of a category have. */
export const attributesOfCategory: Readonly<Record<ApplicationCategory, Fields>> = {
  db: attributes.mysql,
  remote_app: published(text(path, { max: LONGEST })),
  cloud: attributes.k8s,
}

/** Every attribute of any type: what the column may hold. Which of them an application needs, its type says. */
export const anyAttribute: Fields = Object.fromEntries(
  Object.values(attributes).flatMap((fields) =>
    Object.entries(fields).map(([name, field]) => [name, { ...field, required: false, default: undefined }]),
  ),
)

const assetInfo = computed<object>('field', label('资产信息', 'Asset info'))

/** As forms and tables are told of them: the asset of a remote app is shown by its name too. */
export const describedAttributes = (fields: Fields): Fields =>
  'asset' in fields ? { ...fields, asset_info: assetInfo } : fields

/** The attributes of an application of this type, with all defaults; throws Invalid where they are not good. */
export const readAttributes = (type: ApplicationType, given: object, reader: Reader): Record<string, unknown> =>
  object(label('属性', 'Attributes'), attributes[type]).parse(given, reader)
