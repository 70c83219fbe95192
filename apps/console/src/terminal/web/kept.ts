// What a tab of the browser keeps of its terminals, so that a reload finds them again. It goes with the tab.
import type { Goal } from '@drawbridge/wire'
import type { Ticket } from './link.ts'

export interface KeptTerminal extends Ticket {
  readonly name: string
  readonly goal: Goal
  readonly files?: boolean
}

const NAME = 'drawbridge.terminals'
const LOOK = 'drawbridge.terminal.look'

export const keptTerminals = (): KeptTerminal[] => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? '[]')
    return Array.isArray(kept)
      ? kept.filter((one) => typeof one?.session === 'string' && typeof one.goal === 'object')
      : []
  } catch {
    return []
  }
}

export const keepTerminals = (terminals: readonly KeptTerminal[]): void =>
  sessionStorage.setItem(NAME, JSON.stringify(terminals))

export interface Look {
  readonly fontSize: number
  readonly theme: string
}

export const keptLook = (): Partial<Look> => {
  try {
    return JSON.parse(localStorage.getItem(LOOK) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

export const keepLook = (look: Look): void => localStorage.setItem(LOOK, JSON.stringify(look))
