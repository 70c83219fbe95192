// Whether something at an address speaks SSH: it must say so in its first lines (RFC 4253 §4.2).
import { connect } from 'node:net'

export const PATIENCE_MS = 10_000
const MOST_BYTES = 8 * 1024

export class SshSilence extends Error {
  readonly reason: 'refused' | 'silent' | 'stranger'
  constructor(reason: SshSilence['reason']) {
    super(`no SSH there: ${reason}`)
    this.reason = reason
  }
}

/** The identification of the server, or SshSilence. */
export const sshBanner = (
  { address, port }: { address: string; port: number },
  patience = PATIENCE_MS,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    const timer = setTimeout(() => end(new SshSilence('silent')), patience)
    const end = (outcome: string | SshSilence) => {
      clearTimeout(timer)
      socket.destroy()
      if (typeof outcome === 'string') resolve(outcome)
      else reject(outcome)
    }
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1')
      const line = heard.split('\n').find((one, i, all) => i < all.length - 1 && one.startsWith('SSH-'))
      if (line) end(/^SSH-(2\.0|1\.99)-/.test(line) ? line.trim() : new SshSilence('stranger'))
      else if (heard.length > MOST_BYTES) end(new SshSilence('stranger'))
    })
    socket.on('error', () => end(new SshSilence('refused')))
    socket.on('close', () => end(new SshSilence(heard === '' ? 'refused' : 'stranger')))
  })
