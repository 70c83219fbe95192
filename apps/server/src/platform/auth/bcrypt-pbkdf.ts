// The key derivation of encrypted OpenSSH keys: bcrypt over SHA-512, as OpenBSD's bcrypt_pbkdf has it.
import { createHash } from 'node:crypto'

const HASH_BYTES = 32
const [WORDS_P, WORDS_S] = [18, 1024]

/** Slow on purpose; between two rounds other requests have their turn. */
export const bcryptPbkdf = async (
  passphrase: string,
  { salt, rounds, bytes }: { salt: Buffer; rounds: number; bytes: number },
): Promise<Buffer> => {
  const password = sha512(Buffer.from(passphrase))
  const blocks = Math.ceil(bytes / HASH_BYTES)
  const amount = Math.ceil(bytes / blocks)
  const key = Buffer.alloc(bytes)
  for (let block = 0; block < blocks; block++) {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(block + 1)
    let last: Buffer = bcryptHash(password, sha512(Buffer.concat([salt, number])))
    const sum = Buffer.from(last)
    for (let round = 1; round < rounds; round++) {
      await new Promise((next) => setImmediate(next))
      last = bcryptHash(password, sha512(last))
      for (let i = 0; i < HASH_BYTES; i++) sum[i]! ^= last[i]!
    }
    for (let i = 0; i < amount && i * blocks + block < bytes; i++) key[i * blocks + block] = sum[i]!
  }
  return key
}

const sha512 = (bytes: Buffer): Buffer => createHash('sha512').update(bytes).digest()

const MAGIC = wordsOf(Buffer.from('OxychromaticBlowfishSwatDynamite'))

function bcryptHash(password: Buffer, salt: Buffer): Buffer {
  const [key, more] = [wordsOf(password), wordsOf(salt)]
  const state = Uint32Array.from(initialState())
  mix(state, key, more)
  for (let i = 0; i < 64; i++) {
    mix(state, more)
    mix(state, key)
  }
  const text = Uint32Array.from(MAGIC)
  for (let i = 0; i < 64; i++) for (let at = 0; at < text.length; at += 2) encipher(state, text, at)
  const bytes = Buffer.alloc(HASH_BYTES)
  text.forEach((word, i) => {
    bytes.writeUInt32LE(word, i * 4)
  })
  return bytes
}

/** Blowfish's key schedule, salted where a salt is given. */
function mix(state: Uint32Array, key: Uint32Array, salt?: Uint32Array): void {
  for (let i = 0; i < WORDS_P; i++) state[i]! ^= key[i % key.length]!
  const pair = new Uint32Array(2)
  let at = 0
  for (let i = 0; i < state.length; i += 2) {
    if (salt) {
      pair[0]! ^= salt[at++ % salt.length]!
      pair[1]! ^= salt[at++ % salt.length]!
    }
    encipher(state, pair, 0)
    state[i] = pair[0]!
    state[i + 1] = pair[1]!
  }
}

function encipher(state: Uint32Array, text: Uint32Array, at: number): void {
  let left = text[at]! ^ state[0]!
  let right = text[at + 1]!
  for (let i = 1; i <= 16; i += 2) {
    right ^= scramble(state, left) ^ state[i]!
    left ^= scramble(state, right) ^ state[i + 1]!
  }
  text[at] = right ^ state[17]!
  text[at + 1] = left
}

const scramble = (state: Uint32Array, word: number): number =>
  ((((state[WORDS_P + (word >>> 24)]! + state[WORDS_P + 256 + ((word >>> 16) & 255)]!) ^
    state[WORDS_P + 512 + ((word >>> 8) & 255)]!) >>>
    0) +
    state[WORDS_P + 768 + (word & 255)]!) |
  0

function wordsOf(bytes: Buffer): Uint32Array {
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readUInt32BE(i * 4))
}

let known: Uint32Array | undefined

/** Blowfish begins with the digits of π behind the point; working them out is shorter than writing them down. */
function initialState(): Uint32Array {
  if (known) return known
  const [bits, guard] = [32n * BigInt(WORDS_P + WORDS_S), 64n]
  const one = 1n << (bits + guard)
  const pi = 4n * (4n * arctanOfInverse(5n, one) - arctanOfInverse(239n, one))
  const hex = ((pi - 3n * one) >> guard).toString(16).padStart(Number(bits / 4n), '0')
  known = wordsOf(Buffer.from(hex, 'hex'))
  return known
}

function arctanOfInverse(x: bigint, one: bigint): bigint {
  let power = one / x
  let sum = power
  for (let n = 3n, sign = -1n; power > 0n; n += 2n, sign = -sign) {
    power /= x * x
    sum += (sign * power) / n
  }
  return sum
}
