import { beforeEach, expect, test, vi } from 'vitest'
import { columnSettings, saveColumns, saveDensity, savePageSize, saveWidth, tableConfig } from './table-config.ts'

const store = new Map<string, string>()
beforeEach(() => {
  store.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
})
const saved = () => JSON.parse(store.get('tableConfig') ?? '{}')

test('LIST-09 the page size is saved once for all lists, and read by them at once', () => {
  savePageSize(50)
  expect(saved()).toEqual({ paginationSize: 50 })
  expect(tableConfig().paginationSize).toBe(50)
})

test('COL-01 COL-02 columns are saved per route name in tableConfig, beside the rest', () => {
  savePageSize(30)
  saveColumns('UserList', { showColumns: ['name'] })
  saveWidth('UserList', 'name', 200)
  saveColumns('AssetList', { showColumns: ['ip'] })
  saveDensity('roomy')
  expect(saved()).toEqual({
    paginationSize: 30,
    density: 'roomy',
    UserList: { showColumns: ['name'], widths: { name: 200 } },
    AssetList: { showColumns: ['ip'] },
  })
  expect(columnSettings(tableConfig(), 'OtherList')).toEqual({})
})

test('what others left in the storage does no harm', () => {
  for (const text of ['nonsense', '[]', 'null', '7']) {
    store.set('tableConfig', text)
    expect(tableConfig()).toEqual({})
  }
})
