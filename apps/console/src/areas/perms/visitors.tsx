// Everybody who can reach an asset or an application, found by name, with the rules that let them.
import type { Visitor } from '@drawbridge/wire'
import { useState } from 'react'
import { useList } from '../../api/resource.ts'
import { Link } from '../../kit/going.tsx'
import { findPath, LoadFailure } from '../../kit/index.ts'
import { Button, Card, type Column, Empty, Pager, Table, TextInput } from '../../ui/index.ts'
import { inLanguage } from '../../words/messages.ts'
import type { Reached } from './why.ts'
import { say } from './why-words.ts'

const SIZES = [15, 30, 50, 100]

export interface VisitorsProps {
  readonly of: Reached
  readonly id: string
  onWhy(user: string): void
}

export function Visitors({ of, id, onWhy }: VisitorsProps) {
  const it = inLanguage(of.word)
  const [search, setSearch] = useState('')
  const [{ page, size }, setPage] = useState({ page: 0, size: SIZES[0]! })
  const asked = useList<Visitor>(`${of.rules}visitors/`, {
    [of.key]: id,
    search,
    limit: size,
    offset: page * size,
  })
  const { rows = [], total = 0 } = asked.data ?? {}
  return (
    <Card title={say.visitors(it)} actions={<span className="db-muted">{asked.data && say.visitorCount(total)}</span>}>
      <div className="db-why-search">
        <TextInput
          id="why-visitors-search"
          type="search"
          aria-label={say.searchPeople}
          placeholder={say.searchPeople}
          value={search}
          onChange={(text) => {
            setSearch(text)
            setPage({ page: 0, size })
          }}
        />
      </div>
      {asked.error ? (
        <LoadFailure error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Table<Visitor>
          caption={say.visitors(it)}
          columns={columnsFor(of, onWhy)}
          rows={rows}
          rowKey={({ id }) => id}
          loading={asked.isFetching}
          skeletonRows={3}
          empty={<Empty icon="users" title={search ? say.nobodyFound : say.nobody(it)} />}
        />
      )}
      {total > SIZES[0]! && (
        <Pager
          total={total}
          page={page}
          size={size}
          sizes={SIZES}
          links={5}
          onChange={(page, size) => setPage({ page, size })}
        />
      )}
    </Card>
  )
}

const columnsFor = (of: Reached, onWhy: (user: string) => void): Column<Visitor>[] => [
  { key: 'name', title: say.name, label: say.name, cell: ({ name }) => name },
  { key: 'username', title: say.username, label: say.username, cell: ({ username }) => username },
  {
    key: 'system_users',
    title: say.systemUsers,
    label: say.systemUsers,
    cell: ({ system_users }) => system_users.join(', '),
  },
  {
    key: 'rules',
    title: say.byRules,
    label: say.byRules,
    cell: ({ rules }) => (
      <span className="db-why-links">
        {rules.map(({ id, name }) => (
          <RuleLink key={id} page={of.page} id={id} name={name} />
        ))}
      </span>
    ),
  },
  {
    key: 'why',
    title: say.why,
    label: say.why,
    width: 100,
    cell: ({ id, name }) => (
      <Button kind="link" aria-label={say.whyOf(name)} onClick={() => onWhy(id)}>
        {say.why}
      </Button>
    ),
  },
]

function RuleLink({ page, id, name }: { page: string; id: string; name: string }) {
  const path = findPath(page, { id })
  return path ? (
    <Link className="db-link" to={path}>
      {name}
    </Link>
  ) : (
    <span>{name}</span>
  )
}
