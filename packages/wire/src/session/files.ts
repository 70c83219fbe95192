// What a browser and a gateway say to each other about the files of one asset, over one WebSocket at `/koko/ws/files/`. The server stands between as
// it does for terminals (see web.ts).
//
// Texts are these notes as JSON. Each `ask` gets one `answer` with its number; some tell `part`s or `progress` before it. Bytes from the browser are
// pieces of a file that arrives: the number of the upload as four bytes, the offset of the first byte as eight, highest first, then the piece. They come
// in order; the gateway says with `stored` up to where they are safe on the target, and the browser runs no further ahead than `UPLOAD.window`.
//
// A file arrives under a name of its own beside its place and takes its name when it is whole. After a cut line the same `key` finds what is there.
//
// What is downloaded is fetched at the address that the answer names, once and within `DOWNLOAD_SECONDS`, so that the browser writes it to the disk.

export const FILES_SOCKET = '/koko/ws/files/'
export const DOWNLOADS = '/koko/files/download/'
export const DOWNLOAD_SECONDS = 60
export const UPLOAD = { headBytes: 12, piece: 128 * 1024, window: 1024 * 1024 } as const
/** Of a text that is edited in the page. */
export const MOST_TEXT_BYTES = 1024 * 1024
/** Names of one folder that are listed. */
export const MOST_LISTED = 20_000

export type FileKind = 'file' | 'folder' | 'link' | 'other'

export interface FileEntry {
  readonly name: string
  readonly kind: FileKind
  /** Of a link: what is at its end. */
  readonly leads?: 'file' | 'folder' | 'nowhere'
  readonly size: number
  /** Seconds since 1970. */
  readonly mtime: number
  /** The last twelve bits: permissions. */
  readonly mode: number
  readonly owner: string
  readonly group: string
}

/** When something has the name already. */
export type Conflict = 'ask' | 'overwrite' | 'both'

/** Paths are whole ones, on the target. */
export type FileAsk =
  | { readonly deed: 'list'; readonly path: string }
  | { readonly deed: 'mkdir'; readonly path: string }
  | { readonly deed: 'rename'; readonly from: string; readonly to: string }
  /** Folders with all they hold. */
  | { readonly deed: 'remove'; readonly paths: readonly string[] }
  | { readonly deed: 'chmod'; readonly path: string; readonly mode: number }
  | { readonly deed: 'read'; readonly path: string }
  /** One file as it is; several, or a folder, as an archive. */
  | { readonly deed: 'download'; readonly paths: readonly string[] }
  /** `key` is the browser's, hard to guess, and the same when it goes on with the same file. */
  | {
      readonly deed: 'upload'
      readonly key: string
      readonly path: string
      readonly size: number
      readonly conflict: Conflict
    }
  /** `version` of the text that was edited: one that is another by now is not overwritten. */
  | { readonly deed: 'finish'; readonly upload: number; readonly conflict: Conflict; readonly version?: string }
  | { readonly deed: 'abandon'; readonly upload: number }

export interface FileAnswers {
  list: { readonly path: string; readonly cut: boolean }
  mkdir: null
  rename: null
  remove: { readonly removed: number }
  chmod: null
  read: { readonly text: string; readonly version: string }
  download: { readonly address: string; readonly name: string }
  upload: { readonly upload: number; readonly offset: number }
  finish: { readonly path: string; readonly version?: string }
  abandon: null
}

export type FileFault =
  | 'right'
  | 'outside'
  | 'missing'
  | 'denied'
  | 'exists'
  | 'changed'
  | 'large'
  | 'binary'
  | 'incomplete'
  | 'stopped'
  | 'many'
  | 'failed'

export type FilesFromBrowser =
  | { readonly type: 'open'; readonly asset: string; readonly system_user: string }
  /** Comes back to what it opened: the secret was told then. */
  | { readonly type: 'resume'; readonly session: string; readonly secret: string }
  | { readonly type: 'login'; readonly username: string; readonly password: string }
  | { readonly type: 'ask'; readonly id: number; readonly ask: FileAsk }
  /** Ends what takes long. */
  | { readonly type: 'stop'; readonly id: number }
  | { readonly type: 'close' }

export type FilesToBrowser =
  | {
      readonly type: 'opened'
      readonly session: string
      readonly secret: string
      readonly root: string
      readonly rights: { readonly upload: boolean; readonly download: boolean }
    }
  | { readonly type: 'login'; readonly username: string }
  | { readonly type: 'part'; readonly id: number; readonly entries: readonly FileEntry[] }
  | { readonly type: 'progress'; readonly id: number; readonly done: number }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  /** `message` is for the person, in their language; `there` is what has the name already. */
  | {
      readonly type: 'fault'
      readonly id: number
      readonly fault: FileFault
      readonly message: string
      readonly there?: { readonly kind: FileKind; readonly size: number; readonly mtime: number }
    }
  | { readonly type: 'stored'; readonly upload: number; readonly offset: number }
  /** A piece could not be kept: to be begun anew with the same key, from where that answer says. */
  | { readonly type: 'broken'; readonly upload: number; readonly message: string }
  | { readonly type: 'closed'; readonly reason: string; readonly message: string; readonly again: boolean }
