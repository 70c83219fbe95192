// A name for every operation, from its method and path: what generated clients call their functions.
import type { Method, Route } from '../../platform/http/route.ts'

export const operationIds = (routes: readonly Route[]): Map<Route, string> => {
  const ids = new Map<Route, string>()
  const taken = new Set<string>()
  // Plain paths first, so that they get the plain names whatever stands beside them.
  for (const route of [...routes].sort((a, b) => parameters(a).length - parameters(b).length)) {
    const plain = `${placeOf(route.path)}_${verbOf(route)}`
    const id = taken.has(plain) ? `${plain}_by_${parameters(route).join('_')}` : plain
    taken.add(id)
    ids.set(route, id)
  }
  return ids
}

const parameters = ({ path }: Route): string[] => [...path.matchAll(/:(\w+)/g)].map((found) => found[1]!)

const placeOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && part !== 'api' && part !== 'v1' && !part.startsWith(':'))
    .join('_')
    .replaceAll(/[^a-zA-Z0-9]+/g, '_')

const verbs: Record<Method, string> = {
  GET: 'read',
  POST: 'create',
  PUT: 'update',
  PATCH: 'partial_update',
  DELETE: 'delete',
  OPTIONS: 'options',
}

const verbOf = ({ method, doc, path }: Route): string => {
  if (method === 'GET' && doc.page) return 'list'
  const onMany = (doc.many && method !== 'POST') || (method === 'DELETE' && !/:\w+\/?$/.test(path))
  return onMany ? `bulk_${verbs[method]}` : verbs[method]
}
