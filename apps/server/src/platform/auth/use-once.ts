import type { Db } from '../context.ts'
import { hashToken } from './token.ts'

/** Whether this is the first use of something that is good once; it is remembered until it would have expired anyway. */
export const useOnce = async (db: Db, key: string, date_expired: Date): Promise<boolean> => {
  const found = await db
    .insertInto('used_signatures')
    .values({ id: hashToken(key), date_expired })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}
