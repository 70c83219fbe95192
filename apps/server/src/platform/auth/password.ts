import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** The least that OWASP's password storage sheet asks of argon2id. */
export const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
export const PASSWORD_MAX_LENGTH = 1024

export interface Passwords {
  hash(password: string): Promise<string>
  /** A user without a usable hash costs the same work as any other. */
  verify(stored: string | null | undefined, password: string): Promise<boolean>
  /** For unknown users: the same work, always false, so that time does not tell who exists. */
  verifyNothing(password: string): Promise<false>
}

/** More logins wait than could be answered in time. */
export class PasswordsBusy extends Error {
  constructor() {
    super('too many passwords are being verified')
    this.name = 'PasswordsBusy'
  }
}

/** The limits keep a flood of logins from starving the thread pool, which files and DNS share. */
export function passwords({ atOnce = 2, waiting = 200 } = {}): Passwords {
  const turn = queue({ atOnce, waiting })

  const work = async (stored: string, password: string) => {
    if (!acceptable(password)) return false
    return turn(() => verify(stored, password).catch(() => false))
  }
  const verifyNothing = async (password: string) => {
    await work(NOBODY, password)
    return false as const
  }
  return {
    async hash(password) {
      if (!acceptable(password)) throw new RangeError(`a password has 1 to ${PASSWORD_MAX_LENGTH} characters`)
      return turn(() => hash(password, ARGON2ID))
    },
    verify: (stored, password) => (stored?.match(PHC) ? work(stored, password) : verifyNothing(password)),
    verifyNothing,
  }
}

const acceptable = (password: string) => password.length > 0 && password.length <= PASSWORD_MAX_LENGTH

const PHC = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

// Well-formed, made of chance alone: no password has this hash.
const NOBODY = [
  '$argon2id$v=19',
  `m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=${ARGON2ID.parallelism}`,
  unpadded(randomBytes(16)),
  unpadded(randomBytes(32)),
].join('$')

function queue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const line: (() => void)[] = []
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new PasswordsBusy()
      await new Promise<void>((resolve) => line.push(resolve))
    } else running++
    try {
      return await job()
    } finally {
      // The place passes straight to the next in line, so a newcomer cannot slip in between.
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
