// The commands of a session with their moments in its recording, to jump to.
import { useEffect, useState } from 'react'
import { get } from '../api/client.ts'
import type { Item } from '../api/meta.ts'

export interface Jump {
  readonly key: string
  readonly atMs: number
  readonly text: string
  readonly isRisky: boolean
}

const COMMANDS = '/api/v1/terminal/commands/'
const MOST = 1_000

export const useCommands = (session: Item): readonly Jump[] => {
  const [jumps, setJumps] = useState<readonly Jump[]>(NONE)
  useEffect(() => {
    const stopped = new AbortController()
    get(COMMANDS, { query: { session_id: session.id, limit: MOST, offset: 0 }, signal: stopped.signal, flash: false })
      .then((found: { results: Item[] } | Item[]) => setJumps(jumpsOf(Array.isArray(found) ? found : found.results)))
      // Without them there is still the recording.
      .catch(() => undefined)
    return () => stopped.abort()
  }, [session.id])
  return jumps
}

const NONE: readonly Jump[] = []

/** Commands of components that do not tell a moment lead nowhere. */
const jumpsOf = (rows: readonly Item[]): Jump[] =>
  rows.flatMap(({ id, moment, input, risk_level }) =>
    typeof moment === 'number' ? [{ key: id, atMs: moment, text: String(input), isRisky: Boolean(risk_level) }] : [],
  )
