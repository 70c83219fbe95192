// The gateways of a domain.
import { useMemo, useState } from 'react'
import { ResourceList } from '../../kit/index.ts'
import type { DetailContext, Item, ListSpec } from '../../kit/spec.ts'
import { GatewayTest } from './gateway-test.tsx'
import { GATEWAYS } from './places.ts'
import { say, words } from './words.ts'

export function GatewayTab({ item }: DetailContext) {
  const [testing, setTesting] = useState<Item>()
  const rowActions = useMemo<ListSpec['rowActions']>(
    () => ({
      clone: false,
      more: [{ key: 'test', text: words.testConnection, run: ({ row }) => setTesting(row) }],
    }),
    [],
  )
  const spec: ListSpec = {
    ...SHAPE,
    query: { domain: item.id },
    createQuery: { domain: item.id },
    rowActions,
  }
  return (
    <>
      <ResourceList spec={spec} caption={say.gateway} />
      {testing && <GatewayTest gateway={testing} onClose={() => setTesting(undefined)} />}
    </>
  )
}

const SHAPE: ListSpec = {
  url: GATEWAYS,
  name: 'GatewayList',
  columns: ['name', 'ip', 'port', 'protocol', 'username', 'is_active', 'comment', 'actions'],
  column: { ip: { width: 140 }, port: { width: 80 }, protocol: { width: 100 } },
  search: { exclude: ['domain'] },
  link: false,
}
