// Forms of gateways: always of one domain, and back to it.
import { useParams, useSearchParams } from 'react-router'
import { portProblem } from '../../kit/inputs/port.ts'
import { pathTo } from '../../kit/paths.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import type { FormSpec } from '../../kit/spec.ts'
import { GATEWAY_TAB } from './domains.tsx'
import { DOMAINS, GATEWAYS } from './places.ts'
import { cleanSecrets, secretFields } from './secrets.ts'
import { words } from './words.ts'

export function GatewayForm() {
  const { id } = useParams()
  const [query] = useSearchParams()
  const spec: FormSpec = {
    ...SHAPE,
    name: id ? 'GatewayUpdate' : 'GatewayCreate',
    initial: { domain: query.get('domain') || undefined },
  }
  return <FormScreen spec={spec} title={id ? words.updateGateway : words.createGateway} />
}

const SHAPE: Omit<FormSpec, 'name'> = {
  url: GATEWAYS,
  groups: [
    { title: words.basic, fields: ['name', 'ip', 'port', 'protocol', 'domain'] },
    { title: words.auth, fields: ['username', 'update_password', 'password', 'private_key'] },
    { title: words.other, fields: ['is_active', 'comment'] },
  ],
  field: {
    ...secretFields,
    ip: { label: words.ipDomain },
    port: { initial: 22, validate: portProblem },
    protocol: { help: words.gatewayProtocolHelp },
    domain: { options: { url: `${DOMAINS}?fields_size=mini`, multiple: false }, disabled: true },
    password: { ...secretFields.password, help: words.plainPassword },
    is_active: { initial: true },
  },
  clean: cleanSecrets,
  afterSave: ({ domain }) => pathTo('DomainDetail', { id: domain }, { activeTab: GATEWAY_TAB }),
}
