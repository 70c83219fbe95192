// Who sees what: the same console for every kind of person, without a licence and with one.
import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ORG, type Someone, type World } from '../apps/server/test/kit/world.ts'
import { orgCookie, type Screen } from './kit/console.ts'
import { useStand } from './kit/stand.ts'

const TASK = '11111111-1111-7111-8111-111111111111'
const LOGS = ['Login logs', 'FTP logs', 'Operation logs', 'Password update logs']
const WATCHED = ['Sessions', 'Commands']
const SESSIONS = [...WATCHED, 'Web terminal\nopens in a new window', 'File manager\nopens in a new window']
const INVENTORY = ['Assets', 'Domains', 'Admin users', 'System users', 'Command filters']
const RIGHTS = ['Database apps', 'Kubernetes apps', 'Asset permissions', 'Application permissions', 'Access check']

interface Kind {
  readonly who: () => Promise<Someone>
  /** What the mode's cookie says: the bits of the admin page, or those of the user page. */
  readonly role: string
  /** Entries of the menu, without a licence. */
  readonly sees: readonly string[]
  readonly not: readonly string[]
}

let world: World
let north: { id: string; name: string }

const people: readonly (readonly [name: string, Kind])[] = [
  [
    '[ROLE-15] [ROLE-22] a super administrator',
    {
      who: () => world.person({ role: 'Admin', in: {} }),
      role: '146',
      sees: [
        'Dashboard',
        'Users',
        'User groups',
        ...INVENTORY,
        'Platforms',
        'Labels',
        ...RIGHTS,
        ...SESSIONS,
        'Terminal',
        ...LOGS,
        'Settings',
      ],
      not: ['/xpack/orgs', '/xpack/orgs/create'],
    },
  ],
  [
    '[ROLE-16] an organisation administrator',
    {
      who: () => world.person({ in: { [north.id]: ['Admin'] } }),
      role: '18',
      sees: ['Dashboard', 'Users', 'User groups', ...INVENTORY, 'Labels', ...RIGHTS, ...SESSIONS, ...LOGS],
      not: ['/settings', '/xpack/orgs', '/terminal/terminal', '/terminal/storages'],
    },
  ],
  [
    '[ROLE-18] an organisation auditor',
    {
      who: () => world.person({ in: { [north.id]: ['Auditor'] } }),
      role: '2',
      sees: ['Dashboard', ...WATCHED, ...LOGS],
      not: ['/users/users', '/users/groups/create', '/settings'],
    },
  ],
  [
    '[ROLE-17] [ROLE-21] a super auditor',
    {
      who: () => world.person({ role: 'Auditor', in: {} }),
      role: '2',
      sees: ['Dashboard', ...WATCHED, ...LOGS],
      not: ['/users/users', '/settings', '/terminal/storages'],
    },
  ],
  [
    '[ROLE-19] a user',
    {
      who: () => world.person({ in: { [north.id]: ['User'] } }),
      role: '1',
      sees: [
        'My assets',
        'Database apps',
        'Kubernetes apps',
        'Web terminal\nopens in a new window',
        'WebFTP\nopens in a new window',
      ],
      not: ['/dashboard', '/users/users', '/audits/login-log', '/settings', '/terminal/session'],
    },
  ],
]

const stand = useStand(async (opened) => {
  world = opened
  north = { id: await world.organisation('North'), name: 'North' }
})

const enter = async (as: Someone, path = '/', cookies = {}): Promise<Screen> => {
  const screen = await stand.open({ as, cookies })
  await screen.page.goto(`/ui${path}`)
  await inside(screen)
  return screen
}
const inside = ({ page }: Screen) => page.getByRole('button', { name: /^Account menu/ }).waitFor()
/** Every entry, group by group, as they open one at a time. */
const entries = async ({ page }: Screen): Promise<string[]> => {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const found: string[] = []
  for (const item of await menu.locator('.db-side-list > li').all()) {
    const group = item.getByRole('button')
    if ((await group.count()) > 0 && (await group.getAttribute('aria-expanded')) === 'false') await group.click()
    found.push(...(await item.getByRole('link').allInnerTexts()))
  }
  return found
}
const organisations = async ({ page }: Screen): Promise<string[]> => {
  await page.getByRole('combobox', { name: 'Organization' }).click()
  return page.getByRole('option').allInnerTexts()
}

describe('without a licence', () => {
  it.each(people)(
    '[PROD-02] [GUARD-20] [ROUTE-02] [ROUTE-05] [ROUTE-06] [ROUTE-07] [ROUTE-08] [RTDASH-03] [ROLE-13] [ROLE-14] [LIC-01] [SIDE-10] [SIDE-11] %s sees what is theirs, and nothing else is there',
    async (_, { who, role, sees, not }) => {
      const screen = await enter(await who())
      expect(await screen.cookie('jms_current_role')).toBe(role)
      expect(await entries(screen)).toEqual(sees)
      for (const path of not) {
        await screen.show(path, '404 Not found')
        expect(new URL(screen.page.url()).pathname).toBe('/ui/404')
      }
    },
  )

  it.each(people.filter(([name]) => !name.includes('super auditor')))(
    '[RTALL-01] [RTALL-02] [RTALL-03] [RTALL-04] [RTALL-05] %s has the pages that everybody has',
    async (_, { who }) => {
      const someone = await who()
      const screen = await enter(someone, '/users/profile')
      await screen.heading(new RegExp(`^Profile: ${someone.name}`))
      await screen.show('/users/first-login/personal-information-improvement/', 'First login')
      await screen.show('/users/first-login/guide/', 'User guide')
      for (const path of [`/ops/celery/task/${TASK}/log/`, `/ops/task/task/${TASK}/log/`]) {
        await screen.show(path, 'Task log')
        await screen.page.getByText(TASK).waitFor()
        // A window of its own, without the frame.
        expect(await screen.page.getByRole('navigation').count()).toBe(0)
      }
    },
  )

  it('[ROOTORG-06] [SIDE-02] [GUARD-12] offers the organisations of a person, without the one above them', async () => {
    const screen = await enter(await world.person({ role: 'Admin', in: {} }))
    const offered = await organisations(screen)
    expect(offered).toContain('North')
    expect(offered).toHaveLength(2)
  })

  it('[SIDE-03] [SIDE-05] offers no organisations where there is nothing to choose, nor on the user page', async () => {
    const only = await enter(await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } }))
    expect(await only.page.getByRole('combobox', { name: 'Organization' }).count()).toBe(0)
    const both = await world.person({ in: { [DEFAULT_ORG]: ['Admin'], [north.id]: ['Admin'] } })
    const admin = await enter(both)
    expect(await admin.page.getByRole('combobox', { name: 'Organization' }).count()).toBe(1)
    const user = await enter(both, '/', { ...orgCookie(north), jms_current_role: '1' })
    expect(await user.page.getByRole('combobox', { name: 'Organization' }).count()).toBe(0)
  })

  it('[GUARD-14] [GUARD-17] who administers one organisation and uses another starts where there is more to do', async () => {
    const someone = await world.person({ in: { [DEFAULT_ORG]: ['User'], [north.id]: ['Admin'] } })
    const screen = await enter(someone)
    expect(JSON.parse((await screen.cookie('jms_current_org'))!).id).toBe(north.id)
    await screen.heading('Dashboard')
  })
})

describe('with a licence', () => {
  beforeAll(() => world.license())

  it('[LIC-01] [LIC-02] [ROUTE-07] [ROOTORG-06] [FOOT-04] the licensed areas and the root organisation are there, the notice is gone', async () => {
    const screen = await enter(await world.person({ role: 'Admin', in: {} }))
    const { page } = screen
    expect(await entries(screen)).toEqual([
      'Dashboard',
      'Users',
      'User groups',
      ...INVENTORY,
      'Platforms',
      'Labels',
      'Remote apps',
      ...RIGHTS,
      'Asset login rules',
      ...SESSIONS,
      'Terminal',
      ...LOGS,
      'Organizations',
      'Settings',
    ])
    expect(await organisations(screen)).toHaveLength(3)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('contentinfo').textContent()).toBe('Version v2.8.4')
    await screen.show('/xpack/orgs', 'Organizations')
  })

  it('[ROUTE-05] licensed areas of super administrators stay closed to others', async () => {
    const screen = await enter(await world.person({ in: { [north.id]: ['Admin'] } }), '/xpack/orgs')
    await screen.heading('404 Not found')
  })
})
