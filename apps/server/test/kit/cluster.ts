// One database server for a whole test run; every suite gets a database of its own, copied from a migrated one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrations } from '../../migrations/index.ts'
import { startEmbedded } from '../../src/platform/db/embedded.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { createLog } from '../../src/platform/log.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server; the name of the database is put in place of `DATABASE`. */
    databases: string
    template: string
  }
}

const log = createLog('error')

export default async function setup(project: TestProject) {
  const outside = process.env.TEST_DATABASE_URL
  const folder = outside ? undefined : await mkdtemp(join(tmpdir(), 'drawbridge-test-'))
  const postgres = folder ? await startEmbedded({ dataDir: folder, log }) : undefined
  const databases = outside ? withDatabase(outside) : addressOf(postgres!.connection)
  const template = `template_${process.pid}`
  await create(databases, template)
  const database = await openDatabase({ url: databases.replace('DATABASE', template) }, { poolSize: 2, log })
  await migrate(database.db, migrations)
  await database.close()
  project.provide('databases', databases)
  project.provide('template', template)
  return async () => {
    await postgres?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

const withDatabase = (url: string): string => {
  const address = new URL(url)
  address.pathname = '/DATABASE'
  return address.href
}

const addressOf = ({ host, port, user, password }: pg.ClientConfig): string =>
  `postgresql://${user}:${encodeURIComponent(String(password))}@localhost:${port}/DATABASE?host=${encodeURIComponent(String(host))}`

export const create = async (databases: string, name: string, template?: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databases.replace('DATABASE', 'postgres') })
  await client.connect()
  try {
    await client.query(`create database ${name}${template ? ` template ${template}` : ''}`)
  } finally {
    await client.end()
  }
}

export const drop = async (databases: string, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databases.replace('DATABASE', 'postgres') })
  await client.connect()
  try {
    await client.query(`drop database if exists ${name} with (force)`)
  } finally {
    await client.end()
  }
}
