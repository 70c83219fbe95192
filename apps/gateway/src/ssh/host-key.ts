// The key by which people know this gateway: the server's, if it gives one to all gateways, else our own, made once.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ssh2 from 'ssh2'

export const hostKey = (dataDir: string, given: string | undefined): string => {
  if (given && !(ssh2.utils.parseKey(given) instanceof Error)) return given
  const file = join(dataDir, 'host-key')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { private: key } = ssh2.utils.generateKeyPairSync('ed25519')
  writeFileSync(`${file}.part`, key, { mode: 0o600 })
  renameSync(`${file}.part`, file)
  return key
}
