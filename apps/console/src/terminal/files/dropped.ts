// What was dropped onto the page: files, and folders with all they hold.

export interface Dropped {
  readonly folders: readonly string[]
  readonly files: readonly { readonly file: File; readonly path: string }[]
}

/** To be asked at once: what was dropped is gone after the event. */
export const readDropped = (data: DataTransfer): Promise<Dropped> => {
  const entries = [...data.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  const plain = [...data.files]
  return entries.length > 0
    ? collect(entries)
    : Promise.resolve({ folders: [], files: plain.map((file) => ({ file, path: file.name })) })
}

const collect = async (entries: readonly FileSystemEntry[]): Promise<Dropped> => {
  const folders: string[] = []
  const files: { file: File; path: string }[] = []
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    const path = entry.fullPath.replace(/^\//, '')
    if (entry.isFile) {
      files.push({ file: await new Promise<File>((...take) => (entry as FileSystemFileEntry).file(...take)), path })
      return
    }
    folders.push(path)
    const reader = (entry as FileSystemDirectoryEntry).createReader()
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((...take) => reader.readEntries(...take))
      if (some.length === 0) return
      for (const one of some) await walk(one)
    }
  }
  for (const entry of entries) await walk(entry)
  return { folders, files }
}
