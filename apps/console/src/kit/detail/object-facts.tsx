// The facts of an object: its id first, then what the screen names, or everything that can be read.
import type { ReactNode } from 'react'
import { useMeta } from '../../api/resource.ts'
import { Facts, Skeleton, Tag } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage } from '../../words/messages.ts'
import { say } from '../../words/say.ts'
import { formatDate, formatExactDate } from '../format.ts'
import { useKept } from '../kept.ts'
import type { DetailSpec, Item } from '../spec.ts'
import { type Fact, factNames, factOf } from './detail.ts'

export interface ObjectFactsProps {
  readonly item: Item
  readonly url: string
  readonly spec: Pick<DetailSpec, 'facts' | 'labels' | 'without'>
  /** Of the route; a page of the only object of its kind has none. */
  readonly id?: string
}

export function ObjectFacts({ item, url, spec, id }: ObjectFactsProps) {
  useLanguage()
  const meta = useMeta(url, 'GET')
  const told = useKept(url, meta.data)
  if (!told && meta.isLoading) return <Skeleton shape="facts" rows={(spec.facts?.length ?? 8) + (id ? 1 : 0)} />
  const known = told ?? {}
  const without = spec.without?.(item) ?? []
  const names = (spec.facts ?? factNames(known)).filter((one) => typeof one !== 'string' || !without.includes(one))
  const rows = names.map((one) => {
    if (typeof one !== 'string') return { key: one.label.en, label: inLanguage(one.label), value: one.value(item) }
    const label = spec.labels?.[one] ? inLanguage(spec.labels[one]) : (known[one]?.label ?? one)
    return { key: one, label, value: shown(factOf(item, one, known[one])) }
  })
  return <Facts rows={id ? [{ key: 'id', label: 'ID', value: id, copy: id }, ...rows] : rows} />
}

const shown = (fact: Fact): ReactNode => {
  switch (fact.kind) {
    case 'flag':
      return fact.on ? say.yes : say.no
    case 'moment':
      return (
        <time dateTime={fact.at} title={formatExactDate(fact.at)}>
          {formatDate(fact.at)}
        </time>
      )
    case 'list':
      return (
        <span className="db-tags">
          {fact.texts.map((text) => (
            <Tag key={text}>{text}</Tag>
          ))}
        </span>
      )
    case 'text':
      return fact.text
    case 'nothing':
      return undefined
  }
}
