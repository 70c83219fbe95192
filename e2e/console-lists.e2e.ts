// Lists of the console: what they show, ask, keep, export, import and change at once.
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_ORG, ROOT_ORG, type Someone, type World } from '../apps/server/test/kit/world.ts'
import { answering, callsTo, during, hold, nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import { orgCookie, type Screen, type Visitor } from './kit/console.ts'
import { useStand } from './kit/stand.ts'
import { button, dialog as dialogOf, row, settled, textOf, told } from './kit/steps.ts'

const GROUPS = '/api/v1/users/groups/'
const USERS = '/api/v1/users/users/'
const CACHE = '/api/v1/common/resources/cache/'
const MANY = 95
const DAY_MS = 86_400_000

describe('a list of the console', () => {
  let world: World
  let admin: Someone
  let screen: Screen
  let page: Page

  const stand = useStand(async (opened) => {
    world = opened
    admin = await world.person({ name: 'Ada Admin', role: 'Admin' })
    await admin.api.post(
      'users/groups/',
      Array.from({ length: MANY }, (_, i) => ({ name: `group ${String(i).padStart(2, '0')}`, comment: `number ${i}` })),
    )
  })
  beforeEach(() => enter())

  const enter = async (visitor: Visitor = {}) => {
    screen = await stand.open({ as: admin, ...visitor })
    page = screen.page
  }

  const open = async (path: string, title: string) => {
    await screen.show(`/${path}`, title)
    await settled(page)
  }
  const groups = (query = '') => open(`users/groups${query}`, 'User groups')
  const listCalls = (path = GROUPS) => callsTo(screen, 'GET', path)
  const names = () => page.getByRole('rowheader').allTextContents()
  const tool = (name: string) => button(page, name)
  const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  const dialog = (name: string) => dialogOf(page, name)

  it('[LIST-01] [LIST-03] [LIST-04] [LIST-05] [LIST-06] [LIST-07] [LIST-08] [RTUSER-06] [CALL-16] [CALL-17] [CALL-35] [SEARCH-02] [TABLE-07] [TABLE-08] [CONST-02] asks for its metadata and its first page, once, and has all its tools', async () => {
    await groups()
    await page.waitForLoadState('networkidle')
    const options = callsTo(screen, 'OPTIONS', GROUPS)
    expect(options.map(({ query }) => query)).toEqual([{ draw: '1', display: '1' }])
    expect(listCalls().map(({ query }) => query)).toEqual([{ offset: '0', limit: '15', draw: '1', display: '1' }])
    expect(await page.getByRole('rowheader').count()).toBe(15)
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    for (const name of ['Create', 'Custom table col', 'Export', 'Import', 'Refresh'])
      expect(await tool(name).isEnabled()).toBe(true)
    await tool('Actions').click()
    expect(await page.getByRole('menuitem', { name: 'Delete selected' }).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    const again = await during(screen, () => tool('Refresh').click())
    expect(again.filter(({ path }) => path === GROUPS).map(({ query }) => query)).toEqual([listCalls()[0]!.query])
    await expectAccessible(page)
  })

  it('[TABLE-03] [TABLE-04] [TABLE-05] [TABLE-06] [LIST-09] [CONST-01] [CONST-03] [CONST-04] [CONST-07] turns its pages, and keeps page and size in the address', async () => {
    await groups()
    const pager = page.getByRole('navigation', { name: 'Pages', exact: true })
    expect(await pager.getByRole('combobox').locator('option').allTextContents()).toEqual([
      '15 / page',
      '30 / page',
      '50 / page',
      '100 / page',
    ])
    expect(await pager.getByRole('button', { name: /^Page \d+$/ }).count()).toBe(5)
    const order = await pager.evaluate((nav) =>
      [...nav.querySelectorAll('.db-pager-total, select, button')].map(
        (one) => one.getAttribute('aria-label') ?? one.textContent,
      ),
    )
    expect(order[0]).toBe(`Total ${MANY}`)
    expect(order[1]).toBe('Rows per page')
    expect(order[2]).toBe('Previous page')
    expect(order.at(-1)).toBe('Next page')

    const next = nextCall(page, 'GET', GROUPS)
    await pager.getByRole('button', { name: 'Next page' }).click()
    expect((await next).query).toMatchObject({ offset: '15', limit: '15' })
    await settled(page)
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
    const third = nextCall(page, 'GET', GROUPS)
    await pager.getByRole('button', { name: 'Page 3' }).click()
    expect((await third).query.offset).toBe('30')
    await settled(page)
    const shown = await names()
    await page.reload()
    await settled(page)
    expect(await names()).toEqual(shown)
    expect(await pager.getByRole('button', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page')
    await tool('Refresh').click()
    await settled(page)
    expect(listCalls().at(-1)!.query).toMatchObject({ offset: '30', limit: '15' })

    const larger = nextCall(page, 'GET', GROUPS)
    await pager.getByRole('combobox').selectOption('30')
    expect((await larger).query).toMatchObject({ offset: '0', limit: '30' })
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ page: '1', size: '30' })
    await page.goto('/ui/users/users')
    await settled(page)
    expect(listCalls(USERS).at(-1)!.query).toMatchObject({ offset: '0', limit: '30' })
    await groups('?page=2&size=50')
    expect(listCalls().at(-1)!.query).toMatchObject({ offset: '50', limit: '50' })
  })

  it('[TABLE-09] [TABLE-10] [TABLE-11] [TABLE-12] sorts, searches and drops what is empty', async () => {
    await groups()
    const up = nextCall(page, 'GET', GROUPS)
    await page.getByRole('columnheader', { name: /^Name/ }).getByRole('button').click()
    expect((await up).query).toEqual({ order: 'name', offset: '0', limit: '15', draw: '1', display: '1' })
    await settled(page)
    expect((await names())[0]).toBe('group 00')
    const down = nextCall(page, 'GET', GROUPS)
    await page.getByRole('columnheader', { name: /^Name/ }).getByRole('button').click()
    expect((await down).query.order).toBe('-name')
    await settled(page)
    expect((await names())[0]).toBe(`group ${MANY - 1}`)

    const search = page.getByRole('combobox', { name: 'Search' })
    const found = nextCall(page, 'GET', GROUPS)
    await search.fill('  group 42  ')
    await search.press('Enter')
    expect((await found).query).toEqual({
      search: 'group 42',
      order: '-name',
      offset: '0',
      limit: '15',
      draw: '1',
      display: '1',
    })
    await settled(page)
    expect(await names()).toEqual(['group 42'])
    await expectAccessible(page)
    const all = nextCall(page, 'GET', GROUPS)
    await search.press('Backspace')
    expect((await all).query).not.toHaveProperty('search')
    await settled(page)

    const none = nextCall(page, 'GET', GROUPS)
    await search.fill('nobody')
    await search.press('Enter')
    await none
    await page.getByText('Nothing matches').waitFor()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Clear the filters' }).last().click()
    await settled(page)
    expect(await page.getByRole('rowheader').count()).toBe(15)
  })

  it('filters by a field that the server knows, from the box and from the head of a column', async () => {
    const { username } = await world.person({ name: 'Ann' })
    await open('users/users', 'Users')
    await tool('Search in a field').click()
    await expectAccessible(page)
    await page.getByRole('option', { name: 'Username' }).click()
    const asked = nextCall(page, 'GET', USERS)
    await page.keyboard.type(username)
    await page.keyboard.press('Enter')
    expect((await asked).query.username).toBe(username)
    await settled(page)
    expect(await names()).toEqual(['Ann'])
    await page.getByText(`Username: ${username}`).waitFor()

    const filtered = nextCall(page, 'GET', USERS)
    await tool('Filter Source').click()
    await page.getByRole('menuitemcheckbox', { name: 'LDAP' }).click()
    expect((await filtered).query).toMatchObject({ username, source: 'ldap' })
    await page.getByText('Nothing matches').waitFor()
  })

  it('[TABLE-01] keeps what is selected over pages, searches and changes of the page', async () => {
    await groups('?sort=name')
    await tick('group 00')
    await tick('group 03')
    await page.getByRole('button', { name: 'Next page' }).click()
    await settled(page)
    await tick('group 20')
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Previous page' }).click()
    await settled(page)
    expect(await page.getByRole('checkbox', { name: 'Select group 03' }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'Select group 04' }).isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  })

  it('[COL-01] [COL-02] [COL-04] [LIST-05] [CONST-35] [CONST-36] [CONST-37] lets columns be chosen, per list, but not all of them away', async () => {
    await open('users/users', 'Users')
    const heads = () => page.locator('thead th .db-th-text').allTextContents()
    const before = await heads()
    expect(before).not.toContain('Date joined')
    await tool('Custom table col').click()
    const columns = dialog('Custom table col')
    await columns.waitFor()
    await expectAccessible(page)
    expect(await columns.getByRole('checkbox', { name: 'Actions' }).isDisabled()).toBe(true)
    expect(await columns.getByRole('checkbox', { name: 'Username' }).isDisabled()).toBe(true)
    await columns.getByRole('checkbox', { name: 'Date joined' }).check()
    await columns.getByRole('checkbox', { name: 'User groups' }).uncheck()
    await columns.getByRole('button', { name: 'Confirm' }).click()
    await columns.waitFor({ state: 'detached' })
    const after = await heads()
    expect(after).toContain('Date joined')
    expect(after).not.toContain('User groups')
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('tableConfig') ?? '{}'))
    expect(kept.UserList.showColumns).toContain('date_joined')
    expect(kept.UserList.showColumns).toContain('actions')
    const width = async (name: string) =>
      (await page
        .locator('thead th')
        .filter({ hasText: new RegExp(`^${name}$`) })
        .boundingBox())!.width
    expect(await width('Date joined')).toBe(160)
    expect(await width('Validity')).toBe(80)
    expect(await width('Actions')).toBe(150)
    await page.reload()
    await settled(page)
    expect(await heads()).toEqual(after)
    // Another list has settings of its own.
    await groups()
    expect(await heads()).toEqual(['Name', 'Users', 'Comment', 'Actions'])
  })

  it('[ROWACT-01] [ROWACT-03] [ROWACT-04] [TABLE-14] leads on to update and clone, with the rest under a menu', async () => {
    await groups('?sort=name')
    const line = row(page, 'group 05')
    expect(await line.locator('.db-row-actions').getByRole('button').allTextContents()).toEqual(['Update', 'More'])
    await line.getByRole('button', { name: 'More group 05' }).click()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Delete', 'Clone'])
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Clone' }).click()
    await screen.heading('Create user group')
    expect(new URL(page.url()).searchParams.get('clone_from')).toMatch(/^[0-9a-f-]{36}$/)
    await page.goBack()
    await settled(page)
    await row(page, 'group 05').getByRole('button', { name: 'Update group 05' }).click()
    await screen.heading('Update user group')
    await open('users/users', 'Users')
    expect(await row(page, admin.name).getByText('Local', { exact: true }).count()).toBe(1)
  })

  it('[ROWACT-05] shows two actions as they are, without a menu', async () => {
    const boss = await world.person({ name: 'Boss', in: { [DEFAULT_ORG]: ['Admin'] } })
    await enter({ as: boss })
    await open('users/users', 'Users')
    const actions = row(page, 'Boss').locator('.db-row-actions').getByRole('button')
    expect(await actions.allTextContents()).toEqual(['Update', 'Clone'])
  })

  it('[ROWACT-02] [ROWACT-06] [GCALL-16] [TABLE-19] [ERR-24] asks before it deletes, and goes on asking while that fails', async () => {
    await groups('?sort=-name')
    const name = (await names())[0]!
    const { body } = await admin.api.get(`users/groups/?name=${encodeURIComponent(name)}`)
    const path = `${GROUPS}${body[0].id}/`
    const ask = async () => {
      await row(page, name).getByRole('button', { name: /^More/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await dialog('Info').getByText(`Are you sure to delete "${name}" ?`).waitFor()
    }
    await ask()
    await expectAccessible(page)
    await dialog('Info').getByRole('button', { name: 'Cancel' }).click()
    await ask()
    expect(callsTo(screen, 'DELETE', path)).toEqual([])
    await answering(page, path, { method: 'DELETE', status: 500, body: { error: 'The disk is full' } }, async () => {
      await dialog('Info').getByRole('button', { name: 'Delete' }).click()
      await told(page, /Delete failed.*The disk is full/)
    })
    expect(await dialog('Info').isVisible()).toBe(true)
    await dialog('Info').getByRole('button', { name: 'Delete' }).click()
    await told(page, 'Delete success')
    await dialog('Info').waitFor({ state: 'detached' })
    await row(page, name).waitFor({ state: 'detached' })
    expect(callsTo(screen, 'DELETE', path)).toHaveLength(2)
  })

  it('[TABLE-15] [TABLE-16] says that it could not be loaded, counts nothing, and tries again', async () => {
    await groups()
    const alert = page.getByRole('main').getByRole('alert')
    await answering(page, GROUPS, { method: 'GET', status: 500, body: { error: 'Out of order' } }, async () => {
      await tool('Refresh').click()
      await alert.getByText('The list could not be loaded').waitFor()
    })
    await page.getByText('Total 0', { exact: true }).waitFor()
    expect(await page.locator('table[aria-busy]').count()).toBe(0)
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await settled(page)
    expect(await page.getByRole('rowheader').count()).toBe(15)
  })

  describe('as a file', () => {
    const exporting = async (choose: () => Promise<unknown>) => {
      await tool('Export').click()
      await choose()
      const download = page.waitForEvent('download')
      const call = nextCall(page, 'GET', GROUPS)
      await dialog('Export').getByRole('button', { name: 'Confirm' }).click()
      const file = await download
      await dialog('Export').waitFor({ state: 'detached' })
      return { query: (await call).query, name: file.suggestedFilename(), text: await textOf(file) }
    }
    const radio = (name: string) => dialog('Export').getByRole('radio', { name }).check()

    it('[EXPORT-01] [EXPORT-04] [EXPORT-05] [EXPORT-08] exports everything, as csv or xlsx', async () => {
      await groups()
      await tool('Export').click()
      await expectAccessible(page)
      expect(await dialog('Export').getByRole('radio', { name: 'Export only selected items' }).isDisabled()).toBe(true)
      expect(await dialog('Export').getByRole('radio', { name: 'Export only filtered' }).isDisabled()).toBe(true)
      await dialog('Export').getByRole('button', { name: 'Cancel' }).click()
      const csv = await exporting(() => radio('CSV'))
      expect(csv.query).toEqual({ format: 'csv' })
      expect(csv.name).toMatch(/^usergroup_.*\.csv$/)
      expect(csv.text.trim().split('\n').length).toBeGreaterThan(MANY - 5)
      const xlsx = await exporting(() => radio('Excel'))
      expect(xlsx.query).toEqual({ format: 'xlsx' })
      expect(xlsx.name).toMatch(/\.xlsx$/)
      expect(xlsx.text.slice(0, 2)).toBe('PK')
    })

    it('[EXPORT-02] [EXPORT-03] [EXPORT-06] [EXPORT-07] [CALL-15] exports what is selected or found, and nothing else', async () => {
      await groups('?sort=name')
      await tick('group 01')
      await tick('group 02')
      const handle = nextCall(page, 'POST', CACHE)
      const some = await exporting(() => radio('Export only selected items'))
      const { resources } = (await handle).body
      expect(resources).toHaveLength(2)
      expect(Object.keys(some.query).sort()).toEqual(['format', 'order', 'spm'])
      expect(some.text.trim().split('\n')).toHaveLength(3)
      expect(some.text).toContain('group 01')

      await page.getByRole('combobox', { name: 'Search' }).fill('42')
      await page.getByRole('combobox', { name: 'Search' }).press('Enter')
      await page.getByText('Total 1', { exact: true }).waitFor()
      const found = await exporting(() => radio('Export only filtered'))
      expect(found.query).toEqual({ search: '42', order: 'name', format: 'csv' })
      expect(found.text.trim().split('\n')).toHaveLength(2)
    })

    const importing = async () => {
      await tool('Import').click()
      await dialog('Import').waitFor()
    }
    const give = (name: string, content: string | Buffer) =>
      dialog('Import')
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
    const send = () => dialog('Import').getByRole('button', { name: 'Confirm' }).click()

    it('[IMPORT-01] [IMPORT-03] [IMPORT-04] [IMPORT-06] [IMPORT-07] [IMPORT-09] [CONST-12] [TABLE-17] [TABLE-18] creates rows from a file of the chosen kind, and does nothing without one', async () => {
      await groups()
      await importing()
      await expectAccessible(page)
      expect(
        await dialog('Import')
          .getByRole('radio')
          .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
      ).toEqual(['csv', 'xlsx', '1', '2'])
      expect(await dialog('Import').locator('input[type=file]').getAttribute('multiple')).toBeNull()
      await send()
      await dialog('Import').getByText('Choose a file').waitFor()
      await give('groups.xlsx', 'no csv')
      await dialog('Import').getByText('Required to upload the specified format file').waitFor()
      await send()
      expect(callsTo(screen, 'POST', GROUPS)).toEqual([])
      await expectAccessible(page)
      await give('groups.csv', '\uFEFF*Name,Comment\r\nimported 1,one\r\nimported 2,two\r\n')
      const call = nextCall(page, 'POST', GROUPS)
      await send()
      expect((await call).type).toBe('text/csv')
      await told(page, 'Create success, total: 2')
      await dialog('Import').waitFor({ state: 'detached' })
      const { body } = await admin.api.get('users/groups/?search=imported&order=name')
      expect(body.map(({ name, comment }: any) => `${name}: ${comment}`)).toEqual([
        'imported 1: one',
        'imported 2: two',
      ])
    })

    it('[IMPORT-16] [IMPORT-17] [IMPORT-18] says line by line what is wrong with a file', async () => {
      await groups()
      await importing()
      await give('groups.csv', '*Name,Comment\r\ngroup 00,again\r\nfresh one,fine\r\n,nameless\r\n')
      await send()
      const problems = dialog('Import').getByRole('listitem')
      await problems.first().waitFor()
      expect(await problems.allTextContents()).toEqual([
        expect.stringMatching(/^line 2\. name: .+/),
        expect.stringMatching(/^line 4\. name: .+/),
      ])
      await expectAccessible(page)
      const odd = ['This row is odd', {}, { name: ['too', 'long'] }]
      await answering(page, GROUPS, { method: 'POST', status: 400, body: odd }, async () => {
        await send()
        await dialog('Import').getByText('This row is odd').waitFor()
      })
      expect(await problems.allTextContents()).toEqual(['line 2. This row is odd', 'line 4. name: too;long'])
    })

    it('[IMPORT-02] [IMPORT-08] [IMPORT-11] [IMPORT-12] [IMPORT-13] [IMPORT-14] [IMPORT-15] [CONST-13] gives templates, and takes them back changed', async () => {
      await groups('?sort=name')
      await importing()
      const template = async (name: string) => {
        const [call, file] = await Promise.all([
          nextCall(page, 'GET', GROUPS),
          page.waitForEvent('download'),
          dialog('Import').getByRole('button', { name }).click(),
        ])
        return { query: call.query, text: await textOf(file) }
      }
      const fresh = await template('Download import template')
      expect(fresh.query).toEqual({ format: 'csv', template: 'import', limit: '1' })
      expect(fresh.text.split('\r\n')[0]).toContain('*Name')
      await dialog('Import').getByRole('button', { name: 'Cancel' }).click()

      await tick('group 06')
      await tick('group 07')
      await importing()
      await dialog('Import').getByRole('radio', { name: 'Update' }).check()
      await expectAccessible(page)
      const one = await template('Download update template')
      expect(one.query).toEqual({ format: 'csv', template: 'update', limit: '1', spm: expect.any(String) })
      const both = await template('Download the 2 selected rows for updating')
      expect(both.query).toMatchObject({ template: 'update', spm: expect.any(String) })
      expect(both.text).toContain('group 06')
      const changed = both.text.replace('number 6', 'changed by file')
      expect(changed).not.toBe(both.text)
      await give('groups.csv', changed)
      const call = nextCall(page, 'PUT', GROUPS)
      await send()
      expect((await call).type).toBe('text/csv')
      await told(page, 'Update success, total: 2')
      await settled(page)
      await row(page, 'group 06').getByText('changed by file').waitFor()
    })

    it('[IMPORT-05] [IMPORT-10] takes a sheet as it comes back from an export', async () => {
      await groups('?sort=name')
      const { body: sheet } = await exportedSheet()
      await importing()
      await dialog('Import').getByRole('radio', { name: 'Excel' }).check()
      await dialog('Import').getByRole('radio', { name: 'Update' }).check()
      await give('groups.xlsx', sheet)
      const call = nextCall(page, 'PUT', GROUPS)
      await send()
      expect((await call).type).toBe('text/xlsx')
      await told(page, /Update success, total: 1/)
    })
    const exportedSheet = async () => {
      const { body } = await admin.api.get('users/groups/?name=group%2008')
      const { spm } = (await admin.api.post('common/resources/cache/', { resources: [body[0].id] })).body
      const answer = await fetch(`${world.url}${GROUPS}?format=xlsx&template=update&spm=${spm}`, {
        headers: { authorization: `Token ${admin.token}` },
      })
      return { body: Buffer.from(await answer.arrayBuffer()) }
    }
  })

  it('[BULK-03] [BULK-04] [BULK-05] [LIST-04] [ERR-27] deletes what is selected by a handle, and says how that went', async () => {
    await admin.api.post('users/groups/', [{ name: 'zz 1' }, { name: 'zz 2' }])
    await groups('?sort=-name&f=search:zz')
    await tick('zz 1')
    await tick('zz 2')
    const ask = async () => {
      await tool('Actions').click()
      await page.getByRole('menuitem', { name: 'Delete selected' }).click()
      await dialog('Info').getByText('Are you sure to delete 2 rows ?').waitFor()
    }
    await ask()
    await expectAccessible(page)
    const referenced = { method: 'DELETE', status: 400, body: { detail: 'Is referenced by other objects' } }
    await answering(page, GROUPS, referenced, async () => {
      await dialog('Info').getByRole('button', { name: 'Delete' }).click()
      await told(page, /Bulk delete failed.*Is referenced by other objects/)
    })
    const calls = await during(screen, async () => {
      await dialog('Info').getByRole('button', { name: 'Delete' }).click()
      await told(page, 'Bulk delete success')
    })
    const cache = calls.findIndex(({ method, path }) => method === 'POST' && path === CACHE)
    const gone = calls.findIndex(({ method, path }) => method === 'DELETE' && path === GROUPS)
    expect(calls[cache]!.body.resources).toHaveLength(2)
    expect(calls[gone]!.query).toEqual({ spm: expect.any(String) })
    expect(gone).toBeGreaterThan(cache)
    await page.getByText('Nothing matches').waitFor()
    expect(await page.getByText('2 selected').count()).toBe(0)
  })

  it('[BULK-01] [BULK-02] changes the checked properties of all selected rows, and no other', async () => {
    const [one, two] = [await world.person({ name: 'Bulk 1' }), await world.person({ name: 'Bulk 2' })]
    await open('users/users?f=search:Bulk&sort=name', 'Users')
    await tick('Bulk 1')
    await tick('Bulk 2')
    await tool('Actions').click()
    // With an icon or without, the words of all entries start at one line.
    const starts = await page
      .locator('.db-menu-text')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
    expect(starts.length).toBeGreaterThan(1)
    expect(new Set(starts).size).toBe(1)
    await page.getByRole('menuitem', { name: 'Update selected' }).click()
    const update = dialog('Update selected (2)')
    await update.waitFor()
    expect(await update.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true)
    await update.getByRole('checkbox', { name: 'Comment' }).check()
    await expectAccessible(page)
    await update.getByRole('textbox', { name: 'Comment' }).fill('  moved to Berlin ')
    const letGo = await hold(page, USERS)
    const call = nextCall(page, 'PATCH', USERS)
    await update.getByRole('button', { name: 'Submit' }).click()
    expect((await call).body).toEqual([one, two].map(({ id }) => ({ id, comment: 'moved to Berlin' })))
    expect(await update.getAttribute('aria-busy')).toBe('true')
    await letGo()
    await told(page, 'Update success')
    await update.waitFor({ state: 'detached' })
  })

  describe('of a log', () => {
    const LOG = '/api/v1/audits/login-logs/'
    const timeOf = (text: string) => new Date(text).toLocaleTimeString('sv-SE', { timeZone: 'Asia/Shanghai' })

    it('[LIST-02] [RTAUDIT-02] [SEARCH-03] [SEARCH-04] [SEARCH-05] [SEARCH-06] [SEARCH-07] [SEARCH-08] [SEARCH-09] has a range of dates with shortcuts, whole days, and takes only dates', async () => {
      await open('audits/login-log', 'Login logs')
      const { date_from, date_to } = listCalls(LOG)[0]!.query
      expect([timeOf(date_from!), timeOf(date_to!)]).toEqual(['00:00:01', '23:59:59'])
      const range = page.getByRole('button', { name: /Date range/ })
      for (const [name, days] of [
        ['Last 24 hours', 1],
        ['Last week', 7],
        ['Last month', 30],
        ['Last 3 months', 90],
      ] as const) {
        await range.click()
        if (days === 1) await expectAccessible(page)
        const call = nextCall(page, 'GET', LOG)
        await page.getByRole('button', { name, exact: true }).click()
        const { date_from, date_to } = (await call).query
        expect(Date.parse(date_to!) - Date.parse(date_from!)).toBe(days * DAY_MS)
        await settled(page)
      }
      await range.click()
      const panel = page.getByRole('dialog', { name: 'Date range' })
      const before = listCalls(LOG).length
      await panel.getByLabel('Start date').fill('')
      await panel.getByRole('button', { name: 'Confirm' }).click()
      await panel.getByText('Please give complete dates').waitFor()
      expect(listCalls(LOG)).toHaveLength(before)
      const call = nextCall(page, 'GET', LOG)
      await panel.getByLabel('Start date').fill('2021-04-01')
      await panel.getByLabel('Start time').fill('')
      await panel.getByLabel('End date').fill('2021-04-02')
      await panel.getByLabel('End time').fill('')
      await panel.getByRole('button', { name: 'Confirm' }).click()
      expect((await call).query).toMatchObject({
        date_from: '2021-03-31T16:00:01.000Z',
        date_to: '2021-04-02T15:59:59.000Z',
      })
      await settled(page)
      await expectAccessible(page)
    })
  })

  it('[ROOTORG-01] [ROOTORG-02] [ROOTORG-03] [ROOTORG-04] [ROOTORG-05] cannot be written to in the root organisation', async () => {
    await world.license()
    await enter({ cookies: orgCookie({ id: ROOT_ORG, name: 'GLOBAL', is_root: true }) })
    await groups('?sort=name')
    expect(listCalls()[0]!.org).toBe(ROOT_ORG)
    expect(await tool('Create').isDisabled()).toBe(true)
    const line = row(page, 'group 05')
    expect(await line.getByRole('button', { name: 'Update group 05' }).isDisabled()).toBe(true)
    await line.getByRole('button', { name: 'More group 05' }).click()
    expect(await page.getByRole('menuitem', { name: 'Clone' }).getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-disabled')).not.toBe('true')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'group 05' }).click()
    await screen.heading('User group: group 05')
    expect(await page.getByRole('button', { name: 'Update' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Delete' }).isEnabled()).toBe(true)
    expect(await page.getByRole('combobox', { name: 'Members' }).isDisabled()).toBe(true)
    await expectAccessible(page)
  })

  it('is there in Chinese, on a phone, without scrolling sideways', async () => {
    await enter({ language: 'zh-hans', width: 390 })
    await open('users/groups', '用户组')
    for (const name of ['创建', '更多操作', '自定义列表字段', '导出', '导入', '刷新']) {
      const box = (await tool(name).boundingBox())!
      expect(Math.min(box.width, box.height), name).toBeGreaterThanOrEqual(40)
    }
    await page.getByText(/^共 \d+ 条$/).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await tool('导出').click()
    await dialog('导出').getByText('仅导出搜索结果').waitFor()
    await expectAccessible(page)
  })
})
