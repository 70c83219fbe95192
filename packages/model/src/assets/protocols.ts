// How an asset or an account is spoken to.
import { type Field, label, list, PORT, refuse, text } from '@drawbridge/resource'

const named = <const V extends string>(value: V, name: string = value) => [value, label(name, name)] as const

export const hostProtocols = [named('ssh'), named('rdp'), named('telnet'), named('vnc')] as const
export const databaseProtocols = [named('mysql'), named('oracle'), named('mariadb'), named('postgresql')] as const
export const accountProtocols = [...hostProtocols, ...databaseProtocols, named('k8s')] as const

export type HostProtocol = (typeof hostProtocols)[number][0]
export type AccountProtocol = (typeof accountProtocols)[number][0]

export const DEFAULT_PROTOCOL = 'ssh/22'

const names: readonly string[] = hostProtocols.map(([name]) => name)

const otherwise = label(`协议格式应为 ${names.join('|')}/1-65535`, `Protocol format should ${names.join('|')}/1-65535`)

const parts = text(label('协议', 'Protocol'), { required: true, max: 16 })

const one: Field<string, true> = {
  ...parts,
  parse: (raw, reader) => {
    const spoken = parts.parse(raw, reader)
    const [, name = '', port = ''] = /^([a-z]+)\/(\d{1,5})$/.exec(spoken) ?? []
    const good = names.includes(name) && Number(port) >= PORT.min && Number(port) <= PORT.max
    return good ? `${name}/${Number(port)}` : refuse(otherwise)
  },
}

const several = list(label('协议组', 'Protocols'), one, { default: [DEFAULT_PROTOCOL] as readonly string[] })

/** Each protocol once, with its port: `ssh/22`. */
export const protocols = (): typeof several => ({
  ...several,
  parse: (raw, reader) => {
    const spoken = several.parse(typeof raw === 'string' ? raw.split(/[\s,]+/).filter(Boolean) : raw, reader)
    if (spoken.length === 0) return refuse(label('请至少填写一个协议', 'At least one protocol is required'))
    const twice = spoken.map(nameOf).find((name, i, all) => all.indexOf(name) !== i)
    if (twice) return refuse(label(`协议重复: ${twice}`, `Protocol duplicate: ${twice}`))
    return spoken
  },
})

const nameOf = (spoken: string): string => spoken.split('/')[0]!
