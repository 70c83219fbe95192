// The name somebody logs in with may say where they want to go: `ann@www@web-01` is Ann, as www, on web-01.
export interface Address {
  readonly username: string
  readonly to?: { readonly systemUser: string; readonly asset: string }
}

export const readAddress = (name: string): Address => {
  const parts = name.split('@')
  // One sign alone is a mail address, or a name that has one in it.
  if (parts.length < 3) return { username: name }
  const asset = parts.at(-1)!
  const systemUser = parts.at(-2)!
  const username = parts.slice(0, -2).join('@')
  return asset && systemUser && username ? { username, to: { systemUser, asset } } : { username: name }
}
