import type { FileEntry } from '@drawbridge/wire'
import { describe, expect, it } from 'vitest'
import { listed, modeText } from './listing.ts'
import { above, crumbsOf, holds, within, wrongName } from './paths.ts'

const entry = (name: string, more: Partial<FileEntry> = {}): FileEntry => ({
  name,
  kind: 'file',
  size: 0,
  mtime: 0,
  mode: 0o644,
  owner: 'root',
  group: 'root',
  ...more,
})
const all = [
  entry('b10', { size: 1, mtime: 3 }),
  entry('B2', { size: 5, mtime: 1 }),
  entry('.hidden'),
  entry('zoo', { kind: 'folder' }),
  entry('link', { kind: 'link', leads: 'folder' }),
]
const shown = { by: 'name', down: false, hidden: false, filter: '' } as const
const names = (how: Partial<Parameters<typeof listed>[1]>) => listed(all, { ...shown, ...how }).map(({ name }) => name)

describe('a folder', () => {
  it('is shown with folders first, numbers in names counted, hidden files only when asked for', () => {
    expect(names({})).toEqual(['link', 'zoo', 'B2', 'b10'])
    expect(names({ down: true })).toEqual(['zoo', 'link', 'b10', 'B2'])
    expect(names({ by: 'size' })).toEqual(['link', 'zoo', 'b10', 'B2'])
    expect(names({ by: 'mtime', down: true })).toEqual(['zoo', 'link', 'b10', 'B2'])
    expect(names({ hidden: true })).toContain('.hidden')
    expect(names({ filter: ' B' })).toEqual(['B2', 'b10'])
  })

  it('tells permissions as ls does', () => {
    expect([0o755, 0o640, 0o7777, 0].map(modeText)).toEqual(['rwxr-xr-x', 'rw-r-----', 'rwxrwxrwx', '---------'])
  })
})

describe('paths', () => {
  it('lead from the shared folder down, never above it', () => {
    expect(crumbsOf('/srv/data/a/b', '/srv/data').map(({ name, path }) => [name, path])).toEqual([
      ['/srv/data', '/srv/data'],
      ['a', '/srv/data/a'],
      ['b', '/srv/data/a/b'],
    ])
    expect(crumbsOf('/etc', '/').map(({ path }) => path)).toEqual(['/', '/etc'])
    expect(above('/srv/data', '/srv/data')).toBeUndefined()
    expect(above('/etc', '/')).toBe('/')
    expect(within('/', 'etc')).toBe('/etc')
  })

  it('know names that are none, and folders that would hold themselves', () => {
    expect(['', ' ', '.', '..', 'a/b', 'x'.repeat(256), '名'.repeat(86)].map(wrongName)).toEqual([
      'empty',
      'empty',
      'sign',
      'sign',
      'sign',
      'long',
      'long',
    ])
    expect(wrongName('a b.txt')).toBeUndefined()
    expect(holds('/a', '/a/b')).toBe(true)
    expect(holds('/a', '/ab')).toBe(false)
  })
})
