// A choice among the rows of a list on the server, ten at a time. What is chosen already shows by its label.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client.ts'
import { handleFor } from '../../api/resource.ts'
import { Combobox } from '../../ui/index.ts'
import type { InputProps, RemoteSpec } from '../spec.ts'
import { type Fetch, loadLabels, loadPage, type Option, pagesWithout } from './remote.ts'

export interface RemoteSelectProps extends Omit<InputProps, 'onChange'> {
  readonly spec: RemoteSpec
  onChange(value: any, options: readonly Option[]): void
  readonly clearable?: boolean
  readonly placeholder?: string
  /** Accessible name where no field is around it. */
  readonly label?: string
  /** Options that are not offered. */
  readonly leftOut?: (option: Option) => boolean
}

const NEVER = () => false
const fetchQuietly: Fetch = (url, query) => get(url, { query, flash: false })

/** Another list is another select. */
export function RemoteSelect(props: RemoteSelectProps) {
  return <OneList key={props.spec.url} {...props} />
}

function OneList({ spec, value, onChange, leftOut = NEVER, meta: _, ...rest }: RemoteSelectProps) {
  const multiple = spec.multiple ?? Array.isArray(value)
  const chosen: readonly string[] = (Array.isArray(value) ? value : value ? [value] : []).map(String)
  const [seen] = useState(() => new Map<string, Option>())
  const remember = (options: readonly Option[]) => {
    for (const option of options) seen.set(option.value, option)
  }
  const [nextPage] = useState(() => pagesWithout((search, page) => loadPage(fetchQuietly, spec, search, page)))

  const unknown = chosen.filter((one) => !seen.has(one))
  useQuery({
    queryKey: ['labels', spec.url, unknown],
    enabled: unknown.length > 0,
    queryFn: async () => {
      const found = await loadLabels(fetchQuietly, spec, unknown, handleFor)
      remember(found)
      return found
    },
    gcTime: 0,
  })

  return (
    <Combobox<boolean>
      {...rest}
      multiple={multiple}
      value={multiple ? chosen : (chosen[0] ?? '')}
      onChange={(next, options) => {
        remember(options)
        onChange(next, options)
      }}
      selected={chosen.flatMap((one) => seen.get(one) ?? [])}
      load={async (search, page) => {
        const found = await nextPage(search, page, leftOut)
        remember(found.options)
        return found
      }}
    />
  )
}
