// A call that did not work: what the server said of it, or why there is no answer at all.
import { say } from '../words/say.ts'

export type Reason = 'refused' | 'network' | 'timeout' | 'unreadable' | 'aborted'

export class Failure extends Error {
  readonly reason: Reason
  readonly status: number
  readonly body: unknown
  constructor(reason: Reason, status = 0, body?: unknown) {
    super(wording(reason, status, body))
    this.reason = reason
    this.status = status
    this.body = body
  }
}

/** `error`, else `msg`, else `detail` of the answer; else what the status means. */
const wording = (reason: Reason, status: number, body: unknown): string => {
  const told = fieldOf(body, 'error') ?? fieldOf(body, 'msg') ?? fieldOf(body, 'detail')
  if (told) return told
  if (reason === 'network') return say.noAnswer
  if (reason === 'timeout') return say.timedOut
  if (reason === 'unreadable') return say.unreadable
  const byStatus: Record<number, string> = {
    400: say.badRequest,
    403: say.badRole,
    404: say.resourceLost,
    409: say.badConflict,
  }
  return byStatus[status] ?? (status >= 500 ? say.serverFailed : say.failedWith(status))
}

const fieldOf = (body: unknown, name: string): string | undefined => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What a 400 says of each field: messages joined with semicolons, nested problems as text. */
export const fieldProblems = (failure: unknown): Record<string, string> => {
  if (!(failure instanceof Failure) || failure.status !== 400) return {}
  const { body } = failure
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {}
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, problemText(value)]))
}

export const problemText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(problemText).join(';')
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${problemText(one)}`)
      .join('; ')
  }
  return String(value)
}
