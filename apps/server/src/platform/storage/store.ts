// Where files of any length are kept. One adapter for each kind of place; nobody else knows which it is.

/** Paths are the program's own: words, dates and ids with slashes between them. */
export interface Store {
  /** Safe on disk when it returns; what was under the path before is replaced as a whole. */
  put(path: string, bytes: Uint8Array): Promise<void>
  /** Nothing where there is no such file. */
  get(path: string): Promise<Buffer | undefined>
  /** A file, or a folder with all that is in it. */
  remove(path: string): Promise<void>
}

const GOOD = /^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/

/** A path that leads nowhere else. */
export const checkedPath = (path: string): string => {
  if (!GOOD.test(path)) throw new Error(`not a path of the storage: ${path}`)
  return path
}
