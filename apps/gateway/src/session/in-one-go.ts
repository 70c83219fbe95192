// A terminal gives its output in packets of a line or two. Those that came with one read of the network are taken as one piece: whatever is done with
// output, from the recording to the encryption for the person, is done once for all of them.
export interface Gathered {
  add(data: Buffer): void
  /** What has come is taken now. */
  flush(): void
}

/** As much as goes in one packet to the person. What is gathered beyond it only makes the stream uneven. */
const MOST = 32 * 1024

export const inOneGo = (take: (data: Buffer) => void): Gathered => {
  let pieces: Buffer[] = []
  let size = 0
  const flush = () => {
    if (size === 0) return
    const all = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, size)
    pieces = []
    size = 0
    take(all)
  }
  return {
    add: (data) => {
      if (size > 0 && size + data.length > MOST) flush()
      if (size === 0) process.nextTick(flush)
      pieces.push(data)
      size += data.length
    },
    flush,
  }
}
