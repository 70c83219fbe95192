import { createElement } from 'react'
import { definePages } from '../../kit/pages.tsx'
import type { RouteSpec } from '../../kit/route.ts'
import type { PagesSpec } from '../../kit/spec.ts'
import type { Category } from './kinds.ts'
import { clusterPages, databasePages, remoteAppPages } from './pages.tsx'
import { words } from './words.ts'

/** Forms are drawn for one type, which stands in the address. */
const pagesOf = (category: Category, pages: PagesSpec): RouteSpec[] =>
  definePages(pages).map((route) =>
    /(Create|Update)$/.test(route.name)
      ? {
          ...route,
          load: async () => {
            const { ApplicationForm } = await import('./application-form.tsx')
            const { name, title } = route
            return () => createElement(ApplicationForm, { category, name, title })
          },
        }
      : route,
  )

export const applicationRoutes: RouteSpec[] = [
  {
    path: 'applications',
    name: 'Applications',
    title: words.applications,
    redirect: () => '/applications/remote-apps/',
  },
  ...pagesOf('remote_app', remoteAppPages),
  ...pagesOf('db', databasePages),
  ...pagesOf('cloud', clusterPages),
]
