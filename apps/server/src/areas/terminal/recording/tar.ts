// A tar archive as it flows (POSIX ustar): each file with its length told before.
export interface Member {
  readonly name: string
  readonly size: number
  readonly date: Date
  readonly parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const BLOCK = 512

export async function* tar(members: AsyncIterable<Member> | Iterable<Member>): AsyncGenerator<Uint8Array> {
  for await (const member of members) {
    yield header(member)
    let sent = 0
    for await (const part of member.parts) {
      sent += part.length
      yield part
    }
    // A reader would take what follows for the rest of this file.
    if (sent !== member.size) throw new Error(`${member.name} has ${sent} bytes, not ${member.size}`)
    yield Buffer.alloc((BLOCK - (sent % BLOCK)) % BLOCK)
  }
  yield Buffer.alloc(2 * BLOCK)
}

const header = ({ name, size, date }: Member): Uint8Array => {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  block.write(name, 0, 100, 'utf8')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(date.getTime() / 1000), 136, 12)
  block.write('        ', 148, 'latin1')
  block.write('0', 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return block
}
