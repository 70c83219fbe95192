// Who hears of a failed call, and how. Pure.
export type Reaction = 'login' | 'ask' | 'tell' | 'nothing'

export interface Circumstances {
  readonly status: number
  readonly path: string
  readonly flash: boolean
  /** Only looked whether the login still stands; somebody may be typing. */
  readonly watch: boolean
  /** Whether anybody had been let in yet; the guard looks after itself. */
  readonly started: boolean
}

export const reactionTo = ({ status, path, flash, watch, started }: Circumstances): Reaction => {
  if (status === 401) {
    if (!started) return 'nothing'
    return path.startsWith('/api/v1/users/profile/') && !watch ? 'login' : 'ask'
  }
  return flash ? 'tell' : 'nothing'
}
