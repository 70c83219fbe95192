// Files below a folder of this machine.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkedPath, type Store } from './store.ts'

export const localStore = (root: string): Store => ({
  put: async (path, bytes) => {
    const target = join(root, checkedPath(path))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    // Written beside its place and moved there: nobody ever reads half a file.
    const beside = `${target}.${randomBytes(6).toString('hex')}.part`
    try {
      const file = await open(beside, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beside, target)
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
  },
  get: async (path) => {
    try {
      return await readFile(join(root, checkedPath(path)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  },
  remove: (path) => rm(join(root, checkedPath(path)), { recursive: true, force: true }),
})
