// Storages that did not answer are left alone for a while, longer each time: one that is gone must not keep the others waiting.
import type { Services } from '../../platform/services.ts'

interface Rest {
  readonly until: number
  readonly tries: number
}

export interface Pauses {
  readonly first: number
  readonly longest: number
}

export const pauseAfter = (tries: number, { first, longest }: Pauses): number =>
  Math.min(first * 2 ** Math.min(tries - 1, 20), longest)

/** Of one server, and forgotten with it: the next one finds out for itself. */
export class Rests {
  readonly #kept = new WeakMap<Services, Map<string, Rest>>()
  readonly #pauses: Pauses

  constructor(pauses: Pauses) {
    this.#pauses = pauses
  }

  /** Those to be left alone now. */
  current(services: Services): string[] {
    const now = services.now().getTime()
    return [...this.#of(services)].filter(([, { until }]) => until > now).map(([storage]) => storage)
  }

  /** How often it was tried in vain by now, and the pause until the next try. */
  begin(storage: string, services: Services): { tries: number; pause: number } {
    const tries = (this.#of(services).get(storage)?.tries ?? 0) + 1
    const pause = pauseAfter(tries, this.#pauses)
    this.#of(services).set(storage, { until: services.now().getTime() + pause, tries })
    return { tries, pause }
  }

  end(storage: string, services: Services): void {
    this.#of(services).delete(storage)
  }

  #of(services: Services): Map<string, Rest> {
    const known = this.#kept.get(services) ?? new Map<string, Rest>()
    this.#kept.set(services, known)
    return known
  }
}
