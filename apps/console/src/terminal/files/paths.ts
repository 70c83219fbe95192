// Paths of a target: whole ones, with slashes, from the folder that is shared on.

export const within = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`)

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

/** Undefined at the root. */
export const above = (path: string, root: string): string | undefined =>
  path === root || path === '/' ? undefined : folderOf(path)

export interface Crumb {
  readonly name: string
  readonly path: string
}

/** The folders on the way to here: the root in full, as it is where people begin. */
export const crumbsOf = (path: string, root: string): Crumb[] => {
  const below = path === root ? '' : path.slice(root === '/' ? 1 : root.length + 1)
  const crumbs: Crumb[] = [{ name: root, path: root }]
  for (const name of below.split('/').filter(Boolean)) crumbs.push({ name, path: within(crumbs.at(-1)!.path, name) })
  return crumbs
}

/** Why a name cannot be one. */
export const wrongName = (name: string): 'empty' | 'sign' | 'long' | undefined => {
  if (name.trim() === '') return 'empty'
  if (name === '.' || name === '..' || name.includes('/') || name.includes('\u0000')) return 'sign'
  return new TextEncoder().encode(name).length > 255 ? 'long' : undefined
}

/** Whether something would be moved into itself. */
export const holds = (path: string, folder: string): boolean => folder === path || folder.startsWith(`${path}/`)
