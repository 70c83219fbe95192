import {
  choice,
  commentLabel,
  defineResource,
  type Field,
  type Fields,
  flag,
  id,
  type Label,
  label,
  list,
  object,
  type Reader,
  refuse,
  secret,
  text,
} from '@drawbridge/resource'

const none = ['null', label('不保存', 'Null')] as const
const own = ['server', label('服务器', 'Server')] as const

export const commandStorageTypes = [none, own, ['es', label('Elasticsearch', 'Elasticsearch')]] as const

export const replayStorageTypes = [
  none,
  own,
  ['s3', label('S3', 'S3')],
  ['ceph', label('Ceph', 'Ceph')],
  ['swift', label('Swift', 'Swift')],
  ['oss', label('OSS', 'OSS')],
  ['azure', label('Azure', 'Azure')],
] as const

export type CommandStorageType = (typeof commandStorageTypes)[number][0]
export type ReplayStorageType = (typeof replayStorageTypes)[number][0]
export type StorageType = CommandStorageType | ReplayStorageType

const LONG = 1024

const word = (zh: string, en: string) => text(label(zh, en), { max: LONG, nullable: true })
const needed = (zh: string, en: string) => text(label(zh, en), { max: LONG, required: true })

const address = needed('主机', 'Host')

/** Scheme, host and port of a service, and nothing behind them. */
const host: Field<string, true> = {
  ...address,
  parse: (raw, reader) => {
    const given = address.parse(raw, reader)
    const [, rest] = /^https?:\/\/(\S+?)\/?$/i.exec(given) ?? []
    if (!rest) return refuse(label('地址格式不正确', 'The address format is incorrect'))
    const [, name, port] = /^(?:[^/@]*@)?(\[[0-9a-f:.]+\]|[^/:@[\]]*)(?::(.*))?$/i.exec(rest) ?? []
    if (!name) return refuse(label('主机无效', 'Host invalid'))
    if (!/^\d{1,5}$/.test(port ?? '') || Number(port) < 1 || Number(port) > 65_535)
      return refuse(label('端口无效', 'Port invalid'))
    return given
  },
}

const place = needed('端点', 'Endpoint')

const endpoint: Field<string, true> = {
  ...place,
  parse: (raw, reader) => {
    const given = place.parse(raw, reader).replace(/\/+$/, '')
    const [, path] = /^[^/]+(\/.+)$/.exec(given.replace(/^https?:\/\//i, '')) ?? []
    return path ? refuse(label(`端点无效: 请移除路径 ${path}`, `Endpoint invalid: remove path ${path}`)) : given
  },
}

const bucket = {
  BUCKET: needed('桶名称', 'Bucket'),
  ACCESS_KEY: word('访问密钥', 'Access key'),
  SECRET_KEY: secret(label('密钥', 'Secret key'), { max: LONG }),
} satisfies Fields

const plain = <const V extends string>(...values: V[]) => values.map((one) => [one, label(one, one)] as const)

/** What a storage has to know, by its type. */
export const storageMeta: Readonly<Record<StorageType, Fields>> = {
  null: {},
  server: {},
  es: {
    HOSTS: list(label('主机', 'Hosts'), host, { required: true }),
    INDEX: text(label('索引', 'Index'), { max: LONG, default: 'jumpserver' }),
    USERNAME: word('用户名', 'Username'),
    PASSWORD: secret(label('密码', 'Password'), { max: LONG }),
    DOC_TYPE: text(label('文档类型', 'Doc type'), { default: 'command', readOnly: true }),
  },
  s3: { ...bucket, ENDPOINT: endpoint },
  ceph: { ...bucket, ENDPOINT: endpoint },
  oss: { ...bucket, ENDPOINT: endpoint },
  swift: {
    ...bucket,
    REGION: needed('区域', 'Region'),
    ENDPOINT: endpoint,
    PROTOCOL: choice(label('协议', 'Protocol'), plain('http', 'https'), { default: 'http' }),
  },
  azure: {
    CONTAINER_NAME: word('容器名称', 'Container name'),
    ACCOUNT_NAME: word('账户名称', 'Account name'),
    ACCOUNT_KEY: secret(label('账户密钥', 'Account key'), { max: LONG }),
    ENDPOINT_SUFFIX: choice(label('端点后缀', 'Endpoint suffix'), plain('core.chinacloudapi.cn', 'core.windows.net'), {
      default: 'core.chinacloudapi.cn',
    }),
  },
}

/** Every part of any type: what the column may hold. Which of them a storage needs, its type says. */
const anyMeta: Fields = Object.fromEntries(
  Object.values(storageMeta).flatMap((fields) =>
    Object.entries(fields).map(([name, field]) => [name, { ...field, required: false, default: undefined }]),
  ),
)

/** The parts of a storage of this type, with all defaults; throws Invalid where they are not good. */
export const readMeta = (type: StorageType, given: object, reader: Reader): Record<string, unknown> => {
  const fields = storageMeta[type]
  const fixed = Object.entries(fields).filter(([, field]) => field.readOnly)
  const free = Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.readOnly))
  return {
    ...object(label('配置', 'Meta'), free).parse(given, reader),
    ...Object.fromEntries(fixed.map(([name, field]) => [name, field.default])),
  }
}

const fieldsOf = <const T extends readonly (readonly [string, Label])[]>(types: T) => ({
  id: id(),
  name: text(label('名称', 'Name'), {
    required: true,
    max: 128,
    unique: true,
    filter: true,
    search: true,
    order: true,
  }),
  type: choice<T[number][0], { default: 'server'; filter: true }>(label('类型', 'Type'), types, {
    default: 'server',
    filter: true,
  }),
  // What it holds depends on the type.
  meta: object(label('配置', 'Meta'), anyMeta, { default: {} }),
  comment: text(commentLabel),
})

const rest = {
  title: '{name}',
  scope: 'global',
  may: { read: ['superAdmin'], write: ['superAdmin'] },
  order: ['name'],
  bulk: false,
} as const

/** Where commands are kept. */
export const commandStorage = defineResource('terminal/command-storages', {
  ...rest,
  label: label('命令存储', 'Command storage'),
  model: 'commandstorage',
  fields: fieldsOf(commandStorageTypes),
  filters: { real: flag(label('不含 null', 'Without null')) },
})

/** Where recordings are kept. */
export const replayStorage = defineResource('terminal/replay-storages', {
  ...rest,
  label: label('录像存储', 'Replay storage'),
  model: 'replaystorage',
  fields: fieldsOf(replayStorageTypes),
})
