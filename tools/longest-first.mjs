// With several workers a run ends with its last file: those that take long come first.
import { BaseSequencer } from 'vitest/node'

/** Measured, in seconds. What is not here is short, and larger files come before smaller ones. */
const SECONDS = {
  'test/generative/': 90,
  'test/engine/endless.test.ts': 80,
  'clusters/embedded.test.ts': 60,
  'test/engine/sheets.test.ts': 50,
  'e2e/files.e2e.ts': 50,
  'test/faults/kill.test.ts': 40,
}

const secondsOf = ({ moduleId }) => Object.entries(SECONDS).find(([name]) => moduleId.includes(name))?.[1] ?? 0

export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => secondsOf(b) - secondsOf(a))
  }
}
