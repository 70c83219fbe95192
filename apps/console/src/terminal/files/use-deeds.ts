// What is done to files from this page: asked, told how it went, and looked at anew.
import type { FileEntry } from '@drawbridge/wire'
import { useState } from 'react'
import { confirm, copyText, notify } from '../../ui/index.ts'
import type { FileRefusal, FilesLink } from './link.ts'
import { isFolder } from './listing.ts'
import { holds, nameOf, within } from './paths.ts'
import { say } from './words.ts'

export interface Removing {
  readonly done: number
  stop(): void
}

export const useDeeds = (link: FilesLink, folder: { readonly path: string; refresh(): void }) => {
  const [removing, setRemoving] = useState<Removing>()
  const tell = (error: unknown) => notify.error((error as FileRefusal).message)

  const download = async (entries: readonly FileEntry[]): Promise<void> => {
    try {
      const paths = entries.map(({ name }) => within(folder.path, name))
      const { address, name } = await link.ask({ deed: 'download', paths })
      const anchor = document.createElement('a')
      anchor.href = address
      anchor.download = name
      anchor.click()
    } catch (error) {
      tell(error)
    }
  }

  const remove = async (entries: readonly FileEntry[]): Promise<void> => {
    const [first] = entries
    if (!first) return
    const question = entries.length === 1 ? say.removeOne(first.name) : say.removeMany(entries.length)
    const text = entries.some(({ kind }) => kind === 'folder') ? `${question} ${say.removeFolders}` : question
    if (!(await confirm({ title: say.remove, text, ok: say.remove, danger: true }))) return
    const stop = new AbortController()
    const show = (done: number) => setRemoving({ done, stop: () => stop.abort() })
    show(0)
    try {
      const paths = entries.map(({ name }) => within(folder.path, name))
      const { removed } = await link.ask({ deed: 'remove', paths }, { onProgress: show, signal: stop.signal })
      notify.success(say.removed(removed))
    } catch (error) {
      tell(error)
    } finally {
      setRemoving(undefined)
      folder.refresh()
    }
  }

  const move = async (paths: readonly string[], to: string): Promise<void> => {
    let moved = 0
    try {
      for (const path of paths) {
        if (holds(path, to)) throw new Error(say.moveInside)
        await link.ask({ deed: 'rename', from: path, to: within(to, nameOf(path)) })
        moved++
      }
    } catch (error) {
      tell(error)
    }
    if (moved > 0) notify.success(say.moved(moved))
    folder.refresh()
  }

  const copyPath = async (entries: readonly FileEntry[]): Promise<void> => {
    const text = entries.map(({ name }) => within(folder.path, name)).join('\n')
    if (await copyText(text)) notify.success(say.copied)
    else notify.error(say.copyFailed)
  }

  return { removing, download, remove, move, copyPath }
}

export const needsArchive = (entries: readonly FileEntry[]): boolean => entries.length > 1 || entries.some(isFolder)
