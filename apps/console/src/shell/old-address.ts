// Addresses of the console before: everything after a hash. Mails and bookmarks still hold them.

/** `/ui/#/users/users?page=2` is `/ui/users/users?page=2` now; nothing for addresses of today. */
export const carriedOver = (hash: string, base = '/ui'): string | undefined => {
  if (!hash.startsWith('#/')) return undefined
  // Two slashes would name another host.
  return `${base}/${hash.slice(2).replace(/^[/\\]+/, '')}`
}
