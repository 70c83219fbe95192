// A port: a whole number from 1 to 65535.
import { say } from '../../words/say.ts'

export const PORTS = { least: 1, most: 65_535 } as const

/** Nothing typed is for the required rule to judge. */
export const portProblem = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const port = Number(value)
  return Number.isInteger(port) && port >= PORTS.least && port <= PORTS.most ? undefined : say.portError
}
