// A list as JSON without holding it: short ones are plain bodies, long ones flow.
import { Readable } from 'node:stream'
import type { Answer } from '../platform/http/route.ts'

type Batches = AsyncGenerator<Record<string, unknown>[]>

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** `around` wraps the array, where the list is part of an object. */
export const jsonList = async (
  batches: Batches,
  around: (list: unknown[]) => unknown = (list) => list,
): Promise<Answer> => {
  const first = await batches.next()
  if (first.done) return { status: 200, body: around([]) }
  const second = await batches.next()
  if (second.done) return { status: 200, body: around(first.value) }
  const [before, after] = JSON.stringify(around(['\u0001'])).split('"\\u0001"') as [string, string]
  const stream = Readable.from(pieces(batches, [first.value, second.value], before, after))
  // A reader who leaves before the first byte never starts the pieces: the rows must be let go all the same.
  stream.once('close', () => void batches.return(undefined))
  return { status: 200, headers: JSON_TYPE, stream }
}

async function* pieces(
  batches: Batches,
  ready: Record<string, unknown>[][],
  before: string,
  after: string,
): AsyncGenerator<string> {
  yield before
  let between = ''
  const text = (batch: Record<string, unknown>[]) => {
    const result = between + batch.map((row) => JSON.stringify(row)).join(',')
    between = ','
    return result
  }
  for (const batch of ready) yield text(batch)
  for await (const batch of batches) yield text(batch)
  yield after
}
