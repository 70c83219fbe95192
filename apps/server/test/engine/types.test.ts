// What the compiler refuses: a behaviour that names what its resource does not have.
import { describe, expect, it } from 'vitest'
import type { Behaviour } from '../../src/engine/serve.ts'
import type { specimen } from '../kit/specimen.ts'
import type { World } from '../kit/world.ts'

type Of = Behaviour<typeof specimen>
const behaviours: Of[] = []

describe('a behaviour', () => {
  it('narrows by the filters of its resource, all of them and no others', () => {
    behaviours.push({ narrow: { heavy: (rows) => rows } })
    // @ts-expect-error: the filter is called `heavy`
    behaviours.push({ narrow: { hevy: (rows) => rows } })
    // @ts-expect-error: a filter without an answer would be an error in the middle of a request
    behaviours.push({ narrow: {} })
    expect(behaviours).toHaveLength(3)
  })

  it('works out what is no column, and only that', () => {
    // @ts-expect-error: `name` is a column
    behaviours.push({ compute: { name: () => 'x' } })
    // @ts-expect-error: the field is called `shout`
    behaviours.push({ compute: { shuot: () => 'x' } })
    // @ts-expect-error: an amount is a number
    behaviours.push({ saving: () => ({ amount: 'many' }) })
    // @ts-expect-error: the column is called `note`
    behaviours.push({ saving: () => ({ note: null, noet: 'x' }) satisfies Partial<{ note: string | null }> })
    behaviours.push({ compute: { shout: (row) => row.name.toUpperCase() }, saving: () => ({ note: 'kept' }) })
  })

  it('reads drafts and rows by their declared types', () => {
    behaviours.push({
      check: (draft, { row }) => {
        const kind: 'a' | 'b' | undefined = draft.kind ?? row?.kind
        // @ts-expect-error: there is no third kind
        return kind === 'c' ? { kind: ['no'] } : undefined
      },
    })
  })
})

describe('a query', () => {
  it('knows tables and columns', () => {
    const queries = ({ server }: World) => {
      const { db } = server.services.database
      return [
        db.selectFrom('users_groups').select('name').where('org_id', '=', 'x'),
        // @ts-expect-error: the table is called `users_groups`
        () => db.selectFrom('users_group').selectAll(),
        // @ts-expect-error: the column is called `name`
        () => db.selectFrom('users_groups').select('nmae'),
        // @ts-expect-error: the column is called `org_id`
        () => db.selectFrom('users_groups').selectAll().where('org', '=', 'x'),
      ]
    }
    expect(queries).toBeTypeOf('function')
  })
})
