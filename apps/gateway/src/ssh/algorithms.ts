// AES-GCM first: authenticated, fast, and out of reach of prefix truncation (CVE-2023-48795); ssh2 offers strict key exchange by itself.
import type { Algorithms } from 'ssh2'

/** For people: every client of the last ten years has these. */
export const forPeople: Algorithms = {
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com'],
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
  ],
  compress: ['none'],
}

/** For targets: old machines speak older ciphers. */
export const forTargets: Algorithms = {
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
  compress: ['none'],
}
