// Files of the demo's host: a tree in memory, the same for all who look, small, and as it was after a restart.
import { posix } from 'node:path'
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2'

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp
const MOST = { bytes: 16 * 1024 * 1024, names: 2_000, handles: 64 } as const

interface Leaf {
  readonly kind: 'file'
  /** May be longer than what is in it: it grows in leaps. */
  room: Buffer
  size: number
  mode: number
  mtime: number
}
interface Branch {
  readonly kind: 'folder'
  readonly names: Map<string, Node>
  mode: number
  mtime: number
}
type Node = Leaf | Branch

class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super('refused')
    this.status = status
  }
}

const now = (): number => Math.floor(Date.now() / 1000)
const folder = (): Branch => ({ kind: 'folder', names: new Map(), mode: 0o755, mtime: now() })
const file = (content: Buffer): Leaf => ({
  kind: 'file',
  room: content,
  size: content.length,
  mode: 0o644,
  mtime: now(),
})

export class DemoFiles {
  readonly #root = folder()
  readonly #home: string

  constructor(username: string, files: Readonly<Record<string, string>>) {
    this.#home = `/home/${username}`
    for (const path of ['/home', this.#home, '/tmp', '/tmp/logs']) this.#make(path, folder())
    for (const [name, text] of Object.entries(files)) {
      this.#make(`${this.#home}/${name}`, file(Buffer.from(`${text}\n`)))
      this.#make(`/tmp/${name}`, file(Buffer.from(`${text}\n`)))
    }
    const lines = Array.from({ length: 200 }, (_, line) => `line ${line + 1} of the demo`)
    this.#make('/tmp/logs/demo.log', file(Buffer.from(`${lines.join('\n')}\n`)))
  }

  serve(sftp: SFTPWrapper): void {
    const handles = new Map<number, { readonly node: Node; readonly path: string; listed: boolean }>()
    let next = 0
    const give = (path: string, node: Node): Buffer => {
      if (handles.size >= MOST.handles) throw new Refused(STATUS_CODE.FAILURE)
      const id = Buffer.alloc(4)
      id.writeUInt32BE(next)
      handles.set(next++, { node, path, listed: false })
      return id
    }
    const held = (id: Buffer) => {
      const handle = id.length === 4 ? handles.get(id.readUInt32BE()) : undefined
      if (!handle) throw new Refused(STATUS_CODE.FAILURE)
      return handle
    }
    const leaf = (node: Node): Leaf => {
      if (node.kind !== 'file') throw new Refused(STATUS_CODE.FAILURE)
      return node
    }
    const on = <A extends unknown[]>(event: string, work: (request: number, ...args: A) => void) =>
      sftp.on(event, (request: number, ...args: A) => {
        try {
          work(request, ...args)
        } catch (error) {
          sftp.status(request, error instanceof Refused ? error.status : STATUS_CODE.FAILURE)
        }
      })
    const does = <A extends unknown[]>(event: string, work: (...args: A) => void) =>
      on(event, (request, ...args: A) => {
        work(...args)
        sftp.status(request, STATUS_CODE.OK)
      })

    sftp.on('error', () => undefined)
    on('REALPATH', (request, path: string) => {
      const place = posix.resolve(this.#home, path)
      this.#at(place)
      sftp.name(request, [{ filename: place, longname: place, attrs: {} as Attributes }])
    })
    for (const event of ['STAT', 'LSTAT'])
      on(event, (request, path: string) => sftp.attrs(request, attrsOf(this.#at(path))))
    on('OPENDIR', (request, path: string) => {
      const node = this.#at(path)
      if (node.kind !== 'folder') throw new Refused(STATUS_CODE.FAILURE)
      sftp.handle(request, give(path, node))
    })
    on('READDIR', (request, id: Buffer) => {
      const handle = held(id)
      if (handle.listed || handle.node.kind !== 'folder' || handle.node.names.size === 0) {
        sftp.status(request, STATUS_CODE.EOF)
        return
      }
      handle.listed = true
      sftp.name(request, [...handle.node.names].map(entryOf))
    })
    on('OPEN', (request, path: string, flags: number) => {
      let node = this.#find(path)
      if (node && flags & OPEN_MODE.EXCL) throw new Refused(STATUS_CODE.FAILURE)
      if (!node && flags & OPEN_MODE.CREAT) node = this.#make(path, file(Buffer.alloc(0)))
      if (!node) throw new Refused(STATUS_CODE.NO_SUCH_FILE)
      if (flags & OPEN_MODE.TRUNC) leaf(node).size = 0
      sftp.handle(request, give(path, leaf(node)))
    })
    on('READ', (request, id: Buffer, offset: number, length: number) => {
      const { room, size } = leaf(held(id).node)
      const bytes = room.subarray(Math.min(offset, size), Math.min(offset + length, size))
      if (bytes.length === 0) sftp.status(request, STATUS_CODE.EOF)
      else sftp.data(request, bytes)
    })
    does('WRITE', (id: Buffer, offset: number, data: Buffer) => this.#write(leaf(held(id).node), offset, data))
    does('CLOSE', (id: Buffer) => {
      held(id)
      handles.delete(id.readUInt32BE())
    })
    on('FSTAT', (request, id: Buffer) => sftp.attrs(request, attrsOf(held(id).node)))
    does('FSETSTAT', (id: Buffer, attrs: Attributes) => change(held(id).node, attrs))
    does('SETSTAT', (path: string, attrs: Attributes) => change(this.#at(path), attrs))
    does('MKDIR', (path: string) => {
      this.#make(path, folder())
    })
    does('REMOVE', (path: string) => {
      leaf(this.#at(path))
      this.#parent(path).names.delete(posix.basename(path))
    })
    does('RMDIR', (path: string) => {
      const node = this.#at(path)
      if (node.kind !== 'folder' || node.names.size > 0) throw new Refused(STATUS_CODE.FAILURE)
      this.#parent(path).names.delete(posix.basename(path))
    })
    does('RENAME', (from: string, to: string) => {
      const node = this.#at(from)
      if (`${posix.normalize(to)}/`.startsWith(`${posix.normalize(from)}/`)) throw new Refused(STATUS_CODE.FAILURE)
      this.#make(to, node)
      this.#parent(from).names.delete(posix.basename(from))
    })
    for (const event of ['READLINK', 'SYMLINK', 'EXTENDED'])
      on(event, (request) => sftp.status(request, STATUS_CODE.OP_UNSUPPORTED))
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#root
    for (const name of posix.normalize(path).split('/').filter(Boolean))
      node = node?.kind === 'folder' ? node.names.get(name) : undefined
    return node
  }

  #at(path: string): Node {
    const node = this.#find(path)
    if (!node) throw new Refused(STATUS_CODE.NO_SUCH_FILE)
    return node
  }

  #parent(path: string): Branch {
    const node = this.#at(posix.dirname(posix.normalize(path)))
    if (node.kind !== 'folder' || posix.normalize(path) === '/') throw new Refused(STATUS_CODE.FAILURE)
    return node
  }

  #make(path: string, node: Node): Node {
    const parent = this.#parent(path)
    const name = posix.basename(posix.normalize(path))
    if (parent.names.has(name) || this.#size().names >= MOST.names) throw new Refused(STATUS_CODE.FAILURE)
    parent.names.set(name, node)
    return node
  }

  #write(node: Leaf, offset: number, data: Buffer): void {
    const end = offset + data.length
    if (end > node.size && this.#size().bytes - node.size + end > MOST.bytes) throw new Refused(STATUS_CODE.FAILURE)
    if (end > node.room.length) {
      const grown = Buffer.alloc(Math.min(MOST.bytes, end * 2))
      node.room.copy(grown, 0, 0, node.size)
      node.room = grown
    }
    // Nothing of before shows in a gap.
    if (offset > node.size) node.room.fill(0, node.size, offset)
    data.copy(node.room, offset)
    node.size = Math.max(node.size, end)
    node.mtime = now()
  }

  #size(node: Node = this.#root): { names: number; bytes: number } {
    if (node.kind === 'file') return { names: 1, bytes: node.size }
    const inside = [...node.names.values()].map((one) => this.#size(one))
    return inside.reduce((sum, one) => ({ names: sum.names + one.names, bytes: sum.bytes + one.bytes }), {
      names: 1,
      bytes: 0,
    })
  }
}

const KIND = { file: 0o100000, folder: 0o040000 } as const

const attrsOf = (node: Node): Attributes => ({
  mode: KIND[node.kind] | node.mode,
  uid: 1000,
  gid: 1000,
  size: node.kind === 'file' ? node.size : 0,
  atime: node.mtime,
  mtime: node.mtime,
})

const entryOf = ([filename, node]: [string, Node]): FileEntry => ({
  filename,
  longname: `${node.kind === 'folder' ? 'd' : '-'}rw-r--r-- 1 demo demo ${attrsOf(node).size} Jan 1 00:00 ${filename}`,
  attrs: attrsOf(node),
})

/** Size is not: nobody needs holes here. */
const change = (node: Node, { mode, mtime }: Partial<Attributes>): void => {
  if (mode !== undefined) node.mode = mode & 0o7777
  if (mtime !== undefined) node.mtime = mtime
}
