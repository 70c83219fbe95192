// Lists of what a rule is for: names, addresses, protocols; a star stands for all.
import { type Field, isIpv4, isIpv6, label, list, refuse, text } from '@drawbridge/resource'
import { hostProtocols } from '../assets/protocols.ts'

export const ANY = '*'

const item = (max: number) => text(label('值', 'Value'), { required: true, max })

const several = (zh: string, en: string, child: Field<string, boolean>) =>
  list(label(zh, en), child, { default: [ANY] as readonly string[] })

const isAddress = (text: string): boolean => isIpv4(text) || isIpv6(text)

const isNetwork = (text: string): boolean => {
  const [address = '', bits = '', more] = text.split('/')
  if (more !== undefined || !/^\d{1,3}$/.test(bits)) return false
  return isIpv4(address) ? Number(bits) <= 32 : isIpv6(address) && Number(bits) <= 128
}

const isRange = (text: string): boolean => {
  const [from = '', to = '', more] = text.split('-')
  return more === undefined && isAddress(from) && isAddress(to) && isIpv4(from) === isIpv4(to)
}

/** A star, an address, a network or a range `a-b`. */
export const isAddressPattern = (text: string): boolean =>
  text === ANY || isAddress(text) || isNetwork(text) || isRange(text)

const address = item(1024)

/** Addresses that must be well formed: a rule that matches nothing would look like protection. */
export const addresses = () =>
  several('IP组', 'IP group', {
    ...address,
    parse: (raw, reader) => {
      const text = address.parse(raw, reader).replaceAll(/\s*-\s*/g, '-')
      return isAddressPattern(text) ? text : refuse(label(`IP地址无效: ${text}`, `IP address invalid: ${text}`))
    },
  })

/** Names of hosts are allowed here too. */
export const hosts = () => several('IP组', 'IP group', item(1024))
export const names = (zh: string, en: string) => several(zh, en, item(128))

const protocol = item(16)
const known: readonly string[] = [ANY, ...hostProtocols.map(([name]) => name)]

export const protocolNames = () =>
  several('协议组', 'Protocols', {
    ...protocol,
    parse: (raw, reader) => {
      const name = protocol.parse(raw, reader)
      return known.includes(name) ? name : refuse(label(`不支持的协议: ${name}`, `Unsupported protocols: ${name}`))
    },
  })
