// Moves every sealed value to a new master key, then drops the old ones. May be killed and called again at any point.

import type { Sealer } from './box.ts'
import type { Keyring } from './keyring.ts'

export interface Place {
  name: string
  context: string
  /** Values in the order of their ids; `undefined` starts at the first. */
  next(afterId: string | undefined, limit: number): Promise<{ id: string; sealed: string }[]>
  /** Writes only while the row still holds `oldSealed`, and says whether it did. */
  replace(id: string, oldSealed: string, newSealed: string): Promise<boolean>
}

export interface Rotation {
  keyring: Keyring
  sealer: Sealer
  places: readonly Place[]
  batch?: number
  /** Awaited before the pass that allows dropping, so that transactions begun under the old key can end. */
  settle?: () => Promise<void>
}

export interface RotationReport {
  resumed: boolean
  resealed: number
  dropped: string[]
  /** Values that no longer open; the keys they name are kept. */
  failed: { place: string; id: string }[]
}

const MOST_PASSES = 20

export async function rotate(rotation: Rotation): Promise<RotationReport> {
  const { keyring } = rotation
  // Two keys side by side mean that an earlier run did not end: its new key is the one to finish with.
  if (keyring.ids.length > 1) {
    const rest = await finish(rotation)
    // Only damaged values hold the old key: that must not forbid every later rotation.
    if (rest.resealed > 0 || rest.dropped.length > 0) return { resumed: true, ...rest }
  }
  keyring.add()
  return { resumed: false, ...(await finish(rotation)) }
}

async function finish({ keyring, sealer, places, batch = 500, settle }: Rotation) {
  const report: Omit<RotationReport, 'resumed'> = { resealed: 0, dropped: [], failed: [] }
  let settled = !settle
  for (let turn = 0; turn < MOST_PASSES; turn++) {
    const pass = await onePass({ keyring, sealer, places, batch })
    report.resealed += pass.resealed
    report.failed = pass.failed
    const clean = pass.resealed + pass.missed === 0
    if (clean && settled) {
      report.dropped = keyring.ids.filter((id) => id !== keyring.current.id && !pass.stuck.has(id))
      for (const id of report.dropped) keyring.drop(id)
      break
    }
    await settle?.()
    settled = true
  }
  return report
}

async function onePass({ keyring, sealer, places, batch }: Required<Omit<Rotation, 'settle'>>) {
  const pass = { resealed: 0, missed: 0, failed: [] as RotationReport['failed'], stuck: new Set<string>() }
  for (const place of places) {
    for await (const { id, sealed } of values(place, batch)) {
      const fresh = reseal(sealer, keyring.current.id, place.context, sealed)
      if (fresh === 'current') continue
      if (fresh === 'broken') {
        pass.failed.push({ place: place.name, id })
        const key = keyNamedBy(sealer, sealed)
        if (key) pass.stuck.add(key)
      } else if (await place.replace(id, sealed, fresh.sealed)) pass.resealed++
      else pass.missed++
    }
  }
  return pass
}

async function* values(place: Place, batch: number) {
  let after: string | undefined
  for (;;) {
    const rows = await place.next(after, batch)
    yield* rows
    after = rows.at(-1)?.id
    if (rows.length < batch) return
  }
}

function reseal(sealer: Sealer, currentKey: string, context: string, sealed: string) {
  try {
    if (sealer.keyOf(sealed) === currentKey) return 'current'
    return { sealed: sealer.seal(sealer.open(sealed, context), context) }
  } catch {
    return 'broken'
  }
}

function keyNamedBy(sealer: Sealer, sealed: string) {
  try {
    return sealer.keyOf(sealed)
  } catch {
    return undefined
  }
}
