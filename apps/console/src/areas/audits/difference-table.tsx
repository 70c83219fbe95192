import type { Difference } from '@drawbridge/model'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client.ts'
import { formatDate } from '../../kit/format.ts'
import type { Item } from '../../kit/spec.ts'
import { Icon } from '../../ui/index.ts'
import { type Line, linesOf, type Names, referencesIn } from './difference.ts'
import { say } from './words.ts'

export function DifferenceTable({ row }: { row: Item }) {
  const diff = row.diff as Difference
  const { data: names } = useQuery({
    queryKey: ['audit-names', row.id],
    queryFn: () => namesFor(referencesIn(row.resource_type, diff)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const lines = linesOf(row.resource_type, diff, names)
  const isUpdate = row.action === 'update'
  return (
    <>
      <p className="db-muted db-diff-by">{say.by(row.user, formatDate(row.datetime))}</p>
      <table className="db-diff">
        <thead>
          <tr>
            <th scope="col">{say.field}</th>
            {isUpdate ? (
              <>
                <th scope="col">{say.before}</th>
                <th scope="col">{say.after}</th>
              </>
            ) : (
              <th scope="col">{say.value}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name}>
              <th scope="row" title={line.name}>
                {line.label}
              </th>
              <Sides line={line} isUpdate={isUpdate} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Sides({ line, isUpdate }: { line: Line; isUpdate: boolean }) {
  const isList = line.added !== undefined
  if (!isUpdate) {
    return <td>{isList ? [...(line.added ?? []), ...(line.removed ?? [])].join(', ') : (line.after ?? line.before)}</td>
  }
  return (
    <>
      <td className="db-diff-before">
        {isList ? <Items items={line.removed} icon="minus" label={say.removed} /> : <Value text={line.before} />}
      </td>
      <td className="db-diff-after">
        {isList ? <Items items={line.added} icon="plus" label={say.added} /> : <Value text={line.after} />}
      </td>
    </>
  )
}

const Value = ({ text }: { text?: string }) => (text === undefined ? <Nothing /> : text)
const Nothing = () => <span className="db-muted">{say.empty}</span>

function Items({ items = [], icon, label }: { items?: readonly string[]; icon: 'plus' | 'minus'; label: string }) {
  if (items.length === 0) return <span className="db-muted">—</span>
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <li key={item}>
          <Icon name={icon} /> {item}
        </li>
      ))}
    </ul>
  )
}

/** Whoever may not read the list, or comes too late for the row, sees its id. */
const namesFor = async (references: ReadonlyMap<string, readonly string[]>): Promise<Names> => {
  const lists = await Promise.all(
    [...references].map(([path, ids]) =>
      get<Item[]>(`/api/v1/${path}/`, {
        query: { ids: ids.join(','), fields_size: 'mini' },
        flash: false,
      }).catch(() => []),
    ),
  )
  return new Map(lists.flat().map((item) => [item.id, nameOf(item)]))
}

const nameOf = ({ name, username, hostname, id }: Item): string =>
  username ? `${name}(${username})` : (name ?? hostname ?? id)
