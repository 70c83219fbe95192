// Addresses of earlier versions, led to where they live now. The method and the body come along.
const AREAS =
  'users|assets|perms|terminal|ops|audits|orgs|authentication|applications|tickets|settings|xpack|acls|common'
const versioned = new RegExp(`^/api/(${AREAS})/v1/(.*)$`)

const singular: readonly (readonly [RegExp, string])[] = [
  [/^(\/api\/v1\/assets\/)(admin-user|system-user|domain|gateway|cmd-filter|asset-user)(\/.*)$/, '$1$2s$3'],
  [/^(\/api\/v1\/perms\/)(user|user-group|asset-permission|remote-app-permission)(\/.*)$/, '$1$2s$3'],
  [/^(\/api\/v1\/terminal\/)(terminal|command)(\/.*)$/, '$1$2s$3'],
]

export const movedTo = (url: string): string | undefined => {
  const [path = '', query] = splitOnce(url)
  const tail = query === undefined ? '' : `?${query}`
  const found = versioned.exec(path)
  if (found) return `/api/v1/${found[1]}/${found[2]}${tail}`
  for (const [form, target] of singular) if (form.test(path)) return path.replace(form, target) + tail
  return undefined
}

const splitOnce = (url: string): [string, string | undefined] => {
  const at = url.indexOf('?')
  return at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)]
}
