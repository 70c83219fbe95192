// All screens of an entity from one declaration. What draws them comes when the first of its kind is opened.
import type { RouteSpec } from './route.ts'
import type { DetailSpec, FormSpec, ListSpec, PagesSpec } from './spec.ts'

export const definePages = ({ path, name, titles, ...spec }: PagesSpec): RouteSpec[] => {
  const url = `/api/v1/${path}/`
  const access = { needs: spec.needs, licensed: spec.licensed }
  const list: ListSpec = { url, ...spec.list, name: `${name}List` }
  return [
    {
      ...access,
      path,
      name: list.name,
      title: titles.list,
      menu: spec.menu,
      prefetch: [list],
      load: async () => {
        const { ListScreen } = await import('./screens/list-screen.tsx')
        return () => <ListScreen spec={list} title={titles.list} />
      },
    },
    ...(spec.form
      ? [
          formRoute(
            { url, ...spec.form, name: `${name}Create` },
            { ...access, path: `${path}/create`, title: titles.create },
          ),
          formRoute(
            { url, ...spec.form, name: `${name}Update` },
            { ...access, path: `${path}/:id/update`, title: titles.update },
          ),
        ]
      : []),
    ...(spec.detail
      ? [
          detailRoute(
            { ...spec.detail, name: `${name}Detail` },
            { ...access, path: `${path}/:id`, title: titles.detail },
          ),
        ]
      : []),
  ]
}

type Place = Pick<RouteSpec, 'path' | 'title' | 'needs' | 'licensed'>

const formRoute = (spec: FormSpec, place: Place): RouteSpec => ({
  ...place,
  name: spec.name,
  load: async () => {
    const { FormScreen } = await import('./screens/form-screen.tsx')
    return () => <FormScreen spec={spec} title={place.title} />
  },
})

const detailRoute = (spec: DetailSpec, place: Place): RouteSpec => ({
  ...place,
  name: spec.name,
  load: async () => {
    const { DetailScreen } = await import('./screens/detail-screen.tsx')
    return () => <DetailScreen spec={spec} />
  },
})
