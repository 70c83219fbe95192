// Lists are asked for again and again, and to plan one takes longer than to read it. So each connection keeps the plans of
// the statements that say they are worth it.
import { sql } from 'kysely'
import pg from 'pg'

const MARK = '/* kept */'
/** How far into a statement the mark may stand: behind its indentation, or behind the first word. */
const BEGINNING = 32

/**
 * Stands first in a statement whose plan is kept. Only where one plan suits all values: few rows are found whatever they are, or an index is read
 * from its beginning. A filter or a search that finds one row today and half of the table tomorrow needs a plan each time.
 */
export const kept = sql.raw(MARK)

/** Each takes about a tenth of a megabyte in each connection that used it. */
const MOST = 100
const WORTH_IT = 3

const names = new Map<string, string>()
const met = new Map<string, number>()
let made = 0

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST) return known
  const times = (met.get(text) ?? 0) + 1
  if (met.size >= MOST * 5) met.clear()
  if (times < WORTH_IT) {
    met.set(text, times)
    return undefined
  }
  met.delete(text)
  const name = `kept ${made++}`
  names.set(text, name)
  return name
}

export class PlanningClient extends pg.Client {
  override query(...given: any[]): any {
    const [text, values, ...more] = given
    const isKept = typeof text === 'string' && text.slice(0, BEGINNING).includes(MARK)
    const name = isKept && Array.isArray(values) && more.length === 0 ? nameOf(text) : undefined
    const ask = super.query.bind(this) as (...given: any[]) => any
    if (!name) return ask(...given)
    return ask({ name, text, values }).catch((error: { routine?: string }) => {
      // A newer server has changed a table since: what this one wants of it must be worked out anew.
      if (error.routine !== 'RevalidateCachedQuery') throw error
      if (names.get(text) === name) names.delete(text)
      return ask(text, values)
    })
  }
}
