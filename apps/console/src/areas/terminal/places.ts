// Where the server keeps sessions and what belongs to them, and where they are watched.
export const SESSIONS = '/api/v1/terminal/sessions/'
export const KILL = '/api/v1/terminal/tasks/kill-session/'
export const COMMANDS = '/api/v1/terminal/commands/'
export const TERMINALS = '/api/v1/terminal/terminals/'
export const COMMAND_STORAGES = '/api/v1/terminal/command-storages/'
export const REPLAY_STORAGES = '/api/v1/terminal/replay-storages/'

/** Sessions and commands open with this much of their past. */
export const RANGE_DAYS = 2

export const replayPath = (session: string, atMs?: number | null): string =>
  `/luna/replay/${session}${typeof atMs === 'number' ? `?at=${atMs}` : ''}`
export const monitorPath = (session: string): string => `/luna/join/?shareroom=${session}`
export const pagePath = (session: string): string => `${SESSIONS}${session}/replay/page/`
export const downloadPath = (session: string): string => `${SESSIONS}${session}/replay/download/`
