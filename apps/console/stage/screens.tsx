import { useState } from 'react'
import {
  askMfa,
  BesideTree,
  definePages,
  openTaskLog,
  PageFrame,
  QuickActions,
  ResourceList,
  TabPage,
  TextRows,
  type TreeSpec,
} from '../src/kit/index.ts'
import type { RouteSpec } from '../src/kit/route.ts'
import type { ListSpec } from '../src/kit/spec.ts'
import { Button, Field } from '../src/ui/index.ts'
import { useLanguage } from '../src/words/language.ts'
import { inLanguage, type Text } from '../src/words/messages.ts'

const text = (en: string, zh: string): Text => ({ zh, en })
const THINGS = '/api/v1/stage/things/'
const HELP = text('What is chosen in the tree narrows the list', '在树中选择，即可缩小列表范围')

const things: ListSpec = { url: THINGS, name: 'ThingList', columns: ['name', 'comment', 'actions'], help: HELP }

const trees = {
  nodes: {
    url: '/api/v1/stage/nodes/children/tree/',
    nodeUrl: '/api/v1/stage/nodes/',
    label: text('Nodes', '节点'),
  },
  granted: { url: '/api/v1/perms/stage/nodes/children/tree/', label: text('Granted', '已授权') },
} satisfies Record<string, TreeSpec>

function Beside({ tree }: { tree: TreeSpec }) {
  useLanguage()
  return (
    <PageFrame title={inLanguage(tree.label)} help={inLanguage(HELP)}>
      <BesideTree tree={tree}>{({ query }) => <ResourceList spec={{ ...things, query }} />}</BesideTree>
    </PageFrame>
  )
}

const TABS = ['first', 'second'] as const
const InTabs = () => (
  <TabPage
    name="InTabs"
    title="Tabs"
    tabs={TABS.map((key) => ({
      key,
      title: key,
      content: <ResourceList spec={{ ...things, name: `${key}List`, query: { tab: key } }} />,
    }))}
  />
)

function Pieces() {
  useLanguage()
  const [rows, setRows] = useState<string[]>(['one', 'two'])
  const [isOn, setOn] = useState({ good: true, bad: true })
  const [verified, setVerified] = useState<boolean>()
  return (
    <PageFrame title="Pieces">
      <Button onClick={() => openTaskLog('11111111-1111-7111-8111-111111111111')}>Open the log</Button>
      <Button onClick={() => void askMfa().then(setVerified)}>Show the secret</Button>
      {verified !== undefined && <output>{verified ? 'the secret' : 'no secret'}</output>}
      <Field id="rows" label="Protocols">
        <TextRows id="rows" value={rows} onChange={setRows} />
      </Field>
      <QuickActions
        rows={[
          { text: 'Good', kind: 'switch', value: isOn.good, run: (good) => setOn({ ...isOn, good: Boolean(good) }) },
          {
            text: 'Bad',
            kind: 'switch',
            danger: true,
            value: isOn.bad,
            run: (bad) => setOn({ ...isOn, bad: Boolean(bad) }),
          },
        ]}
      />
    </PageFrame>
  )
}

/** As wide as lists get. */
const WIDE = Array.from({ length: 12 }, (_, at) => `column_${at}`)

export const stageRoutes: RouteSpec[] = [
  screen('', 'Pieces', Pieces),
  screen('nodes', 'Nodes', () => <Beside tree={trees.nodes} />),
  screen('granted', 'Granted', () => <Beside tree={trees.granted} />),
  screen('tabs', 'InTabs', InTabs),
  screen('tickets', 'TicketList', () => <PageFrame title="Tickets" />),
  ...definePages({
    path: 'stage/things',
    name: 'Thing',
    titles: {
      list: text('Things', '事物'),
      create: text('Create thing', '创建事物'),
      detail: text('Thing detail', '事物详情'),
      update: text('Update thing', '更新事物'),
    },
    menu: { group: 'assets', order: 10 },
    list: {
      columns: things.columns,
      query: { kind: 'small' },
      range: true,
      help: HELP,
      search: { preset: { state: 'new' }, options: [{ key: 'state', label: text('State', '状态') }] },
    },
    detail: { facts: ['name', 'comment'] },
  }),
  ...definePages({
    path: 'stage/wide',
    name: 'Wide',
    titles: {
      list: text('Wide', '宽表'),
      create: text('', ''),
      detail: text('', ''),
      update: text('', ''),
    },
    menu: { group: 'assets', order: 20 },
    list: { columns: WIDE, query: { kind: 'wide' }, selection: false },
  }),
]

function screen(path: string, name: string, Body: () => React.ReactNode): RouteSpec {
  return {
    path,
    name,
    title: text(name, name),
    menu: { group: 'dashboard', order: 10 },
    load: async () => Body,
  }
}
