// A duplicate that slipped past the check because two writers raced: the same answer the check would have given.
import { collision } from '@drawbridge/wire'
import type { Ctx } from '../platform/context.ts'
import type { Served } from './serve.ts'
import { asTaken } from './unique.ts'

export const guarded = async <T>(one: Served, ctx: Ctx, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505') throw asTaken(one, constraint, ctx) ?? collision()
    throw error
  }
}
