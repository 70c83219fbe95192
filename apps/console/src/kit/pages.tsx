// All screens of an entity from one declaration.
import type { RouteSpec } from './route.ts'
import { DetailScreen } from './screens/detail-screen.tsx'
import { FormScreen } from './screens/form-screen.tsx'
import { ListScreen } from './screens/list-screen.tsx'
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
      load: async () => () => <ListScreen spec={list} title={titles.list} />,
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
            {
              ...access,
              path: `${path}/:id`,
              title: titles.detail,
              finds: spec.finds && { ...spec.finds, url: list.url, query: list.query, title: titles.list },
            },
          ),
        ]
      : []),
  ]
}

type Place = Pick<RouteSpec, 'path' | 'title' | 'needs' | 'licensed' | 'finds'>

const formRoute = (spec: FormSpec, place: Place): RouteSpec => ({
  ...place,
  name: spec.name,
  load: async () => () => <FormScreen spec={spec} title={place.title} />,
})

const detailRoute = (spec: DetailSpec, place: Place): RouteSpec => ({
  ...place,
  name: spec.name,
  load: async () => () => <DetailScreen spec={spec} />,
})
