// The licence: a text signed with Ed25519, verified with the installation's own public key, valid here and until its date.

import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Licence } from '@drawbridge/model'
import type { Db } from './context.ts'
import { oneAfterAnother } from './one-after-another.ts'

export type LicenceState =
  | { readonly state: 'valid'; readonly licence: Licence }
  | { readonly state: 'none' | 'forged' | 'elsewhere' }
  | { readonly state: 'expired'; readonly licence: Licence }

export interface LicenceStore {
  readonly installation: string
  /** The state at this moment: a licence ends by itself. */
  at(now: Date): LicenceState
  /** What a file would give, without taking it. */
  examine(text: string, now: Date): LicenceState
  /** Takes a licence that is valid here; the caller has examined it. */
  keep(db: Db, text: string): Promise<void>
  refresh(): Promise<void>
}

const HEAD = 'drawbridge-licence-v1'

/** `head.payload.signature`, each part base64url: one line that survives mails. */
export const issueLicence = (licence: Licence, privateKeyPem: string): string => {
  const payload = `${HEAD}.${Buffer.from(JSON.stringify(licence)).toString('base64url')}`
  return `${payload}.${sign(null, Buffer.from(payload), createPrivateKey(privateKeyPem)).toString('base64url')}\n`
}

/** Whether the keys were made: a command must not make new ones, which no server believes. */
export const hasLicenceKeys = (dataDir: string): boolean => existsSync(join(dataDir, 'keys', 'licence.key.pem'))

/** The keys of the vendor of this installation: made at first use, so that an installation can license itself for evaluation. */
export const licenceKeys = (dataDir: string): { publicKey: string; privateKey: string } => {
  const folder = join(dataDir, 'keys')
  const [publicFile, privateFile] = [join(folder, 'licence.pub.pem'), join(folder, 'licence.key.pem')]
  if (!existsSync(publicFile)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const pair = generateKeyPairSync('ed25519')
    writeFileSync(privateFile, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    writeFileSync(publicFile, pair.publicKey.export({ type: 'spki', format: 'pem' }), { mode: 0o600 })
  }
  return {
    publicKey: readFileSync(publicFile, 'utf8'),
    privateKey: existsSync(privateFile) ? readFileSync(privateFile, 'utf8') : '',
  }
}

export const openLicence = async (db: Db, publicKeyPem: string): Promise<LicenceStore> => {
  const installation = await installationId(db)
  const publicKey = createPublicKey(publicKeyPem)
  let text: string | undefined
  const refresh = oneAfterAnother(async () => {
    text = (await db.selectFrom('installation').select('value').where('name', '=', 'licence').executeTakeFirst())?.value
  })
  await refresh()
  const examine = (file: string, now: Date): LicenceState => judge(file, installation, publicKey, now)
  return {
    installation,
    examine,
    refresh,
    at: (now) => (text === undefined ? { state: 'none' } : examine(text, now)),
    keep: async (tx, file) => {
      const row = { value: file.trim() }
      await tx
        .insertInto('installation')
        .values({ name: 'licence', ...row })
        .onConflict((c) => c.column('name').doUpdateSet(row))
        .execute()
    },
  }
}

const judge = (
  file: string,
  installation: string,
  publicKey: ReturnType<typeof createPublicKey>,
  now: Date,
): LicenceState => {
  const [head, payload, signature, ...more] = file.trim().split('.')
  if (head !== HEAD || !payload || !signature || more.length > 0) return { state: 'forged' }
  if (!verify(null, Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(signature, 'base64url')))
    return { state: 'forged' }
  const licence = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Licence
  if (licence.installation !== installation) return { state: 'elsewhere' }
  const end = Date.parse(licence.date_expired)
  return Number.isNaN(end) || end < now.getTime() ? { state: 'expired', licence } : { state: 'valid', licence }
}

const installationId = async (db: Db): Promise<string> => {
  await db
    .insertInto('installation')
    .values({ name: 'id', value: randomUUID() })
    .onConflict((c) => c.doNothing())
    .execute()
  return (await db.selectFrom('installation').select('value').where('name', '=', 'id').executeTakeFirstOrThrow()).value
}
