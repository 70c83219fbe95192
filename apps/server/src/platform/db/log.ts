// What the database layer needs of a log: console fits, and so does every common logger.
export interface Log {
  info(line: string): void
  warn(line: string): void
  error(line: string): void
}
