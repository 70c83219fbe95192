// The length-prefixed fields of SSH (RFC 4251 §5).

export const uint32 = (number: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}

export const field = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint32(bytes.length), bytes])
}

/** Reads field after field; gives nothing once the bytes are not enough, and then never ends well. */
export function fieldReader(blob: Buffer) {
  let at = 0
  const bytes = (): Buffer | undefined => {
    const start = at + 4
    const end = start <= blob.length ? start + blob.readUInt32BE(at) : Number.POSITIVE_INFINITY
    if (end > blob.length) {
      at = Number.POSITIVE_INFINITY
      return undefined
    }
    at = end
    return blob.subarray(start, end)
  }
  const number = (): number | undefined => {
    const start = at
    at = start + 4 <= blob.length ? start + 4 : Number.POSITIVE_INFINITY
    return at <= blob.length ? blob.readUInt32BE(start) : undefined
  }
  return {
    bytes,
    number,
    text: () => bytes()?.toString('latin1'),
    rest: () => blob.subarray(Math.min(at, blob.length)),
    atEnd: () => at === blob.length,
  }
}
