import { describe, expect, it } from 'vitest'
import {
  afterClosing,
  closeAll,
  closeOthers,
  closeView,
  entitle,
  MOST_VIEWS,
  remembered,
  restored,
  type View,
  visit,
} from './visited.ts'

const view = (path: string, more: Partial<View> = {}): View => ({ path, search: '', name: path.slice(1), ...more })
const dashboard = view('/dashboard', { affix: true })
const [a, b, c] = [view('/a'), view('/b'), view('/c')]
const paths = (views: readonly View[]) => views.map(({ path }) => path)

describe('the tab history', () => {
  it('[TABHIST-01] [TABHIST-02] a view is added when visited, once, with its last query', () => {
    const views = visit(visit([dashboard], a), view('/a', { search: '?page=2' }))
    expect(views).toEqual([dashboard, view('/a', { search: '?page=2' })])
    expect(visit(views, views[1]!)).toBe(views)
  })

  it('the oldest goes when there are too many, but never one that stays', () => {
    let views: readonly View[] = [dashboard]
    for (let n = 0; n < MOST_VIEWS + 5; n++) views = visit(views, view(`/${n}`))
    expect(views).toHaveLength(MOST_VIEWS)
    expect(views[0]).toBe(dashboard)
    expect(views.at(-1)?.path).toBe(`/${MOST_VIEWS + 4}`)
  })

  it('[TABHIST-03] [TABHIST-04] [TABHIST-05] one, the others, or all are closed', () => {
    const views = [dashboard, a, b, c]
    expect(paths(closeView(views, '/b'))).toEqual(['/dashboard', '/a', '/c'])
    expect(paths(closeOthers(views, '/b'))).toEqual(['/dashboard', '/b'])
    expect(paths(closeAll(views))).toEqual(['/dashboard'])
  })

  it('[TABHIST-06] what is pinned is never removed', () => {
    expect(closeView([dashboard], '/dashboard')).toEqual([dashboard])
  })

  it('a view of one object is called what its heading says, also after its query changed', () => {
    const views = entitle([dashboard, a], '/a', 'User: Ann')
    expect(views[1]?.title).toBe('User: Ann')
    expect(entitle(views, '/a', 'User: Ann')).toBe(views)
    expect(visit(views, view('/a', { search: '?x=1' }))[1]).toMatchObject({ title: 'User: Ann', search: '?x=1' })
  })

  it('closing where one stands leads to the last that is left, else home', () => {
    expect(afterClosing([dashboard, view('/a', { search: '?page=2' })])).toBe('/a?page=2')
    expect(afterClosing([])).toBe('/')
  })

  it('[TABHIST-07] what must not be cached is not remembered', () => {
    expect(paths(remembered([dashboard, view('/a', { noCache: true }), b]))).toEqual(['/dashboard', '/b'])
  })

  it('comes back after a reload, without what the person no longer has', () => {
    const saved = JSON.stringify(remembered([dashboard, a, b]))
    expect(paths(restored(saved, [dashboard], (name) => name !== 'a'))).toEqual(['/dashboard', '/b'])
    for (const text of [null, '{', '3', '[3,{"path":"//evil"},{"path":"x","name":"x"}]']) {
      expect(paths(restored(text, [dashboard], () => true)), String(text)).toEqual(['/dashboard'])
    }
  })
})
