// A reason the program cannot start that its operator can act on: printed as one line, without a stack.
export class StartFailure extends Error {
  readonly exitCode: number

  constructor(line: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(line, { cause })
    this.name = 'StartFailure'
    this.exitCode = exitCode
  }
}
