// One line of JSON per event on standard error. Values under names that smell of secrets never get that far.
export type Level = 'debug' | 'info' | 'warn' | 'error'
export type Facts = Record<string, unknown>

export interface Log {
  debug(message: string, facts?: Facts): void
  info(message: string, facts?: Facts): void
  warn(message: string, facts?: Facts): void
  error(message: string, facts?: Facts): void
}

const levels: readonly Level[] = ['debug', 'info', 'warn', 'error']
const SECRET = /pass|secret|token|key|cookie|authorization|code$/i

export const createLog = (
  least: Level = 'info',
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log => {
  const put =
    (level: Level) =>
    (message: string, facts: Facts = {}) => {
      if (levels.indexOf(level) < levels.indexOf(least)) return
      write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...masked(facts) })}\n`)
    }
  return { debug: put('debug'), info: put('info'), warn: put('warn'), error: put('error') }
}

const masked = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, SECRET.test(name) ? '••••••' : plain(value)]))

const plain = (value: unknown): unknown => {
  if (!(value instanceof Error)) return value
  const { code } = value as { code?: unknown }
  return { name: value.name, message: value.message, code, stack: value.stack }
}
