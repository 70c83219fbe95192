// The key of the heads file: made at first use, kept beside the other keys.
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartFailure } from '../start-failure.ts'

export const headsKeyFile = (dataDir: string): string => join(dataDir, 'keys', 'audit-heads')

export const keepHeadsKey = (dataDir: string): Buffer => {
  const file = headsKeyFile(dataDir)
  return readHeadsKey(file) ?? make(file)
}

export const readHeadsKey = (file: string): Buffer | undefined => {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (!/^[0-9a-f]{64}$/.test(text)) throw new StartFailure(`${file} is not the key of a heads file`)
  return Buffer.from(text, 'hex')
}

// Two servers may start at once on one folder of keys: the first key counts.
const make = (file: string): Buffer => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readHeadsKey(file)!
}
