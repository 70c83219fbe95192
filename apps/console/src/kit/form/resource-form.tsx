// A form from the server's metadata: creates an object, updates one, or copies one.
import '../../ui/styles/kit-form.css'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client.ts'
import type { Failure } from '../../api/failure.ts'
import { useMeta } from '../../api/resource.ts'
import { Empty, Skeleton } from '../../ui/index.ts'
import { useKept } from '../kept.ts'
import { LoadFailure } from '../load-failure.tsx'
import { usePath } from '../paths.ts'
import { sibling } from '../route.ts'
import type { FormSpec, Item } from '../spec.ts'
import { LoadedForm } from './loaded-form.tsx'
import { type Origin, sourceOf, targetOf } from './values.ts'
import { words } from './words.ts'

export interface ResourceFormProps {
  readonly spec: FormSpec
  readonly id?: string
  readonly cloneFrom?: string
}

export function ResourceForm({ spec, id, cloneFrom }: ResourceFormProps) {
  const target = spec.single ? ({ method: 'PUT', url: spec.url } as const) : targetOf(spec, id)
  const source = spec.single ? spec.url : sourceOf(spec.url, { id, cloneFrom })
  const list = usePath(sibling(spec.name, 'List'))
  const meta = useMeta(target.url, target.method === 'POST' ? 'POST' : 'PUT')
  const item = useSource(source)
  const facts = useKept(target.url, meta.data)

  const error = meta.error ?? item.error
  if (error) {
    const retry = () => void Promise.all([meta.error && meta.refetch(), item.error && item.refetch()])
    return <LoadFailure error={error} onRetry={retry} back={list} />
  }
  if (!facts || (source && !item.data)) return <Skeleton shape="form" rows={8} />
  if (Object.keys(facts).length === 0) return <Empty icon="lock" title={words.noRight} />
  return (
    <LoadedForm
      key={`${target.url} ${source}`}
      spec={spec}
      meta={facts}
      target={target}
      origin={originOf(spec, item.data, Boolean(id) || Boolean(spec.single))}
      mode={target.method === 'POST' ? 'create' : 'update'}
    />
  )
}

/** A form starts from what the server has now, once: nothing that comes later may overwrite what is typed. */
const useSource = (url: string | undefined) =>
  useQuery<Item, Failure>({
    queryKey: ['form', url ?? ''],
    queryFn: ({ signal }) => get<Item>(url ?? '', { flash: false, signal }),
    enabled: url !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

const originOf = (spec: FormSpec, item: Item | undefined, isOwn: boolean): Origin =>
  item ? { kind: isOwn ? 'existing' : 'clone', item } : { kind: 'new', initial: spec.initial }
