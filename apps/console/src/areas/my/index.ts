import { BIT } from '@drawbridge/model/access'
import { createElement } from 'react'
import { isLicensed } from '../../api/session.ts'
import type { RouteSpec } from '../../kit/route.ts'
import { myKinds } from './kinds.ts'
import { myAssetList } from './lists.ts'
import { words } from './words.ts'

/** Of the user page only. */
const mine = { needs: BIT.use, mode: 'user' } as const

/** Other components open in windows of their own; the time in the address keeps old copies away. */
const elsewhere = (name: string, title: RouteSpec['title'], order: number, address: string): RouteSpec => ({
  ...mine,
  path: name,
  name,
  title,
  menu: { group: 'mine', order },
  external: () => `${address}?_=${Date.now()}`,
})

export const myRoutes: RouteSpec[] = [
  {
    ...mine,
    path: '',
    name: 'MyAssets',
    title: words.myAssets,
    menu: { group: 'mine', order: 10 },
    affix: true,
    prefetch: [myAssetList],
    load: async () => (await import('./my-assets.tsx')).MyAssets,
  },
  {
    ...mine,
    path: 'apps',
    name: 'Apps',
    title: words.myApps,
    redirect: () => (isLicensed() ? '/apps/remoteapp' : '/apps/database'),
  },
  ...myKinds.map((kind) => ({
    ...mine,
    path: kind.path,
    name: kind.name,
    title: kind.title,
    licensed: kind.licensed,
    menu: { group: 'mine' as const, order: kind.order },
    prefetch: [kind.list],
    load: async () => {
      const { MyApps } = await import('./my-apps.tsx')
      return () => createElement(MyApps, { kind })
    },
  })),
  elsewhere('web-terminal', words.webTerminal, 80, '/luna/'),
  elsewhere('file-manager', words.fileManager, 90, '/koko/elfinder/sftp/'),
]
