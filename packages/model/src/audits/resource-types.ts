// What the operate log calls the things it tells of: every resource by its own name, and what is no resource.
import { type Label, label } from '@drawbridge/resource'
import { catalogue } from '../catalogue.ts'

const others: Readonly<Record<string, Label>> = {
  'settings/setting': label('系统设置', 'Setting'),
  'xpack/license': label('许可证', 'License'),
  'audits/retention': label('日志清理', 'Log retention'),
}

const labels: ReadonlyMap<string, Label> = new Map([
  ...catalogue.map((resource): [string, Label] => [resource.path, resource.label]),
  ...Object.entries(others),
])

/** A path that nobody knows any more is shown as it is. */
export const resourceTypeOf = (path: string): Label => labels.get(path) ?? label(path, path)

export const resourceTypes = (): Label[] => [...labels.values()]

/** The paths that are meant by a path or by a name in either language. */
export const pathsOfType = (name: string): string[] => {
  const wanted = name.trim().toLowerCase()
  const found = [...labels].filter(([path, { zh, en }]) => [path, zh, en].some((one) => one.toLowerCase() === wanted))
  return found.length > 0 ? found.map(([path]) => path) : [name.trim()]
}
