import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { together } from './together.ts'

const sink = () => {
  const calls: number[][] = []
  const socket = new Duplex({
    read: () => undefined,
    write: (data: Buffer, _encoding, done) => {
      calls.push([data.length])
      done()
    },
    writev: (pieces, done) => {
      calls.push(pieces.map(({ chunk }) => chunk.length))
      done()
    },
  })
  return { calls, socket: together(socket) }
}

it('packets of one turn leave together and in their order, those of the next turn by themselves', async () => {
  const { calls, socket } = sink()
  for (const length of [4_000, 5_000, 6]) socket.write(Buffer.alloc(length))
  expect(calls).toEqual([])
  await new Promise((done) => setImmediate(done))
  socket.write(Buffer.alloc(7_000))
  await new Promise((done) => setImmediate(done))
  expect(calls).toEqual([[4_000, 5_000, 6], [7_000]])
})

it('a key leaves at once', () => {
  const { calls, socket } = sink()
  socket.write(Buffer.alloc(64))
  expect(calls).toEqual([[64]])
})
