// What the address of the page asks for: a recording, from a moment on; or a session that runs, as it is now, by office or by a link.
export interface Asked {
  readonly session: string
  readonly atMs?: number
  readonly live: boolean
  /** The secret of a link. */
  readonly share?: string
}

const ID = /^[0-9a-f-]{32,36}$/i

export const askedOf = ({ pathname, search }: { pathname: string; search: string }): Asked | undefined => {
  const query = new URLSearchParams(search)
  const live = pathname.startsWith('/luna/join')
  const session = live ? query.get('shareroom') : pathname.split('/').filter(Boolean).at(-1)
  if (!session || !ID.test(session)) return undefined
  const at = query.get('at')
  const share = live ? query.get('share') : null
  return {
    session,
    live,
    ...(at !== null && /^\d{1,12}$/.test(at) ? { atMs: Number(at) } : {}),
    ...(share ? { share } : {}),
  }
}
