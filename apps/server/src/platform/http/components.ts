// The components of the installation, for whoever counts them: told by the area that knows them.
import type { Services } from '../services.ts'

export const componentStatuses = ['normal', 'high', 'critical', 'offline'] as const

export interface ComponentFigures {
  readonly name: string
  readonly type: string
  readonly status: (typeof componentStatuses)[number]
  /** What it told of itself, by the names of the contract; nothing where it is silent. */
  readonly state: Readonly<Record<string, number>>
}

type Source = (services: Services) => Promise<readonly ComponentFigures[]>

let source: Source = async () => []

export const tellComponents = (told: Source): void => {
  source = told
}

export const componentFigures: Source = (services) => source(services)
