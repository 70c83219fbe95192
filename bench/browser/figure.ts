// A figure of ours beside that of the reference console, and how they are printed.
import { cpus, loadavg } from 'node:os'
import { median } from '../stage.ts'

/** How many runs a median is made of. */
export const RUNS = 7
/** How much slower the processor is made. */
export const SLOW = 4
export type Rate = 1 | typeof SLOW

export interface Figure {
  readonly name: string
  readonly unit: 'bytes' | '' | 'ms' | 'MiB'
  readonly ours: number
  /** The quickest run: what the machine can do when nobody else wants it. */
  readonly best?: number
  readonly reference?: number
}

/** A figure of several runs. */
export const ofRuns = (name: string, runs: readonly number[], reference?: number): Figure => ({
  name,
  unit: 'ms',
  ours: median([...runs]),
  best: Math.min(...runs),
  reference,
})

/** Where two series were measured, the quicker one. */
export const reference = {
  scriptAndStyle: 604_512 + 89_613,
  requests: 22,
  inTurn: 7,
  rows: { 1: { ms: 1_215, cpu: 691 }, [SLOW]: { ms: 4_096, cpu: 3_471 } },
  heap: 14.5,
  nodes: 1_858,
  page: { 1: { ms: 127, cpu: 128 }, [SLOW]: { ms: 484, cpu: 546 } },
  form: { 1: { ms: 836, cpu: 355 }, [SLOW]: { ms: 1_605, cpu: 1_416 } },
  formAgain: { 1: { ms: 650, cpu: 185 }, [SLOW]: { ms: 1_034, cpu: 900 } },
  tree: 6_043,
  treeTask: 4_241,
  treeHeap: 40.1,
} as const

export const inMiB = (bytes: number): number => bytes / 2 ** 20

const HEAD = ['Figure', 'Reference', 'Ours', 'Ratio', 'Quickest run', 'Ratio']

/** A table that reads well in a terminal and in a document. */
export function print(figures: readonly Figure[], browser: string): void {
  const number = (value: number, unit: Figure['unit']) =>
    `${unit === 'MiB' ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ${unit}`.trim()
  const lines = figures.map(({ name, unit, ours, best = ours, reference }) => [
    name,
    reference === undefined ? '–' : number(reference, unit),
    number(ours, unit),
    reference ? (ours / reference).toFixed(2) : '–',
    number(best, unit),
    reference ? (best / reference).toFixed(2) : '–',
  ])
  console.log(
    `Chromium ${browser}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, load ${loadavg()[0]!.toFixed(1)}; medians of ${RUNS}\n`,
  )
  for (const line of [HEAD, HEAD.map((_, at) => (at === 0 ? '---' : '---:')), ...lines])
    console.log(`| ${line.join(' | ')} |`)
}
