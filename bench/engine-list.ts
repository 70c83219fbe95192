// A list of a resource at 10,000 and at 1,000,000 rows, against the same SQL written by hand.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compare, medians, ms, openStage, readBody, type Stage } from './stage.ts'

const COLUMNS = `t.id, t.name, t.comment, t.date_created, t.created_by, t.org_id,
  array(select l."user" from users_users_groups_relations l where l.usergroup = t.id) as users,
  (select count(*) from users_users_groups_relations l where l.usergroup = t.id) as users_amount,
  (select o.name from orgs_orgs o where o.id = t.org_id) as org_name`

const seed = async ({ bare, org }: Stage, rows: number): Promise<void> => {
  await bare.query('truncate users_groups cascade')
  await bare.query(`delete from tallies where relation = 'users_groups'`)
  await bare.query(
    `insert into users_groups (id, org_id, name, comment, date_created, created_by)
     select gen_random_uuid(), $1, 'group-' || lpad(i::text, 7, '0') || '-' || substr(md5(i::text), 1, 8), case when i % 100 = 0 then 'rare' else '' end,
            now() - i * interval '1 second', 'bench' from generate_series(1, $2::int) i`,
    [org, rows],
  )
  await bare.query('vacuum analyze users_groups')
}

interface Case {
  readonly name: string
  readonly path: string
  readonly page: string
  readonly count: string
  readonly times?: number
}

const list = '/api/v1/users/groups/'
const casesFor = (rows: number): Case[] => {
  const deep = Math.floor(rows * 0.9)
  const middle = String(Math.floor(rows / 2))
  const mark = createHash('md5').update(middle).digest('hex').slice(0, 8)
  const known = `group-${middle.padStart(7, '0')}-${mark}`
  const where = (more = '') => `from users_groups t where t.org_id = $1 ${more}`
  return [
    {
      name: 'page 1',
      path: `${list}?limit=15`,
      page: `select ${COLUMNS} ${where()} order by t.name, t.id limit 15`,
      count: `select count(*) ${where()}`,
    },
    {
      name: `offset ${deep}`,
      path: `${list}?limit=15&offset=${deep}`,
      page: `select ${COLUMNS} ${where()} order by t.name, t.id limit 15 offset ${deep}`,
      count: `select count(*) ${where()}`,
      times: 15,
    },
    {
      name: 'filter',
      path: `${list}?limit=15&name=${known}`,
      page: `select ${COLUMNS} ${where(`and t.name = '${known}'`)} order by t.name, t.id limit 15`,
      count: `select count(*) ${where(`and t.name = '${known}'`)}`,
    },
    {
      name: 'search',
      path: `${list}?limit=15&search=${mark}`,
      page: `select ${COLUMNS} ${where(`and t.name ilike '%${mark}%'`)} order by t.name, t.id limit 15`,
      count: `select count(*) ${where(`and t.name ilike '%${mark}%'`)}`,
    },
  ]
}

const bareAnswer = ({ bare, org }: Stage, { page, count }: Case) =>
  Promise.all([bare.query(page, [org]), bare.query(count, [org])])

/** The same SQL behind a server that does nothing else: what HTTP itself costs, without login, rights, languages and metadata. */
const openBareServer = async (stage: Stage) => {
  let asked: Case | undefined
  const http = createServer(async (_request, response) => {
    const [page, count] = await bareAnswer(stage, asked!)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ count: count.rows[0].count, next: null, previous: null, results: page.rows }))
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const url = new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`)
  return {
    read: (one: Case) => {
      asked = one
      return readBody(url)
    },
    close: () => http.closeAllConnections(),
  }
}

const stage = await openStage()
const plain = await openBareServer(stage)
try {
  console.log(`start to first answer (second start): ${ms(stage.startMs)}`)
  const seen = new Map<string, number[]>()
  for (const rows of [10_000, 1_000_000]) {
    await seed(stage, rows)
    console.log(
      `\n${rows.toLocaleString('en')} rows${' '.repeat(12)}over HTTP   bare SQL (page + count)   ratio   bare SQL over HTTP   ratio`,
    )
    for (const one of casesFor(rows)) {
      const [ours, bare, bareOverHttp] = (await medians(
        [() => stage.read(one.path), () => bareAnswer(stage, one), () => plain.read(one)],
        one.times,
      )) as [number, number, number]
      const key = one.name.replace(/ \d+/, '')
      seen.set(key, [...(seen.get(key) ?? []), ours])
      const columns = [ms(ours).padStart(11), ms(bare).padStart(20), (ours / bare).toFixed(2).padStart(14)]
      const more = [ms(bareOverHttp).padStart(20), (ours / bareOverHttp).toFixed(2).padStart(7)]
      console.log(`${one.name.padEnd(22)} ${[...columns, ...more].join(' ')}`)
    }
    const counted = await compare(
      () => stage.read(`${list}?limit=1&fields=id`),
      () => stage.bare.query('select count(*) from users_groups where org_id = $1', [stage.org]),
    )
    console.log(
      `${'count'.padEnd(22)} ${ms(counted.ours).padStart(11)} ${ms(counted.bare).padStart(20)} ${counted.ratio.toFixed(2).padStart(14)}`,
    )
  }
  console.log('\nfrom 10,000 to 1,000,000 rows, over HTTP')
  for (const [name, [small, large]] of seen) console.log(`${name.padEnd(22)} × ${(large! / small!).toFixed(2)}`)
  await exportAll(stage)
} finally {
  plain.close()
  await stage.close()
}

async function exportAll(stage: Stage): Promise<void> {
  const reply = await stage.get(`${list}?format=csv`)
  const before = resident()
  let [bytes, most] = [0, before]
  const since = performance.now()
  for await (const chunk of reply.body!) {
    bytes += chunk.length
    most = Math.max(most, resident())
  }
  const seconds = (performance.now() - since) / 1_000
  const sinceBare = performance.now()
  await stage.bare.query(`select ${COLUMNS} from users_groups t where t.org_id = $1 order by t.name limit 100000`, [
    stage.org,
  ])
  const bare = ((performance.now() - sinceBare) / 1_000) * 10
  console.log(
    `\nexport of 1,000,000 rows as csv: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; bare SQL for as many rows (a tenth, times ten): ${bare.toFixed(1)} s, ratio ${(seconds / bare).toFixed(2)}`,
  )
  console.log(`memory while it ran: ${before} MB before, at most ${most} MB`)
}

function resident(): number {
  const pages = Number(readFileSync('/proc/self/statm', 'utf8').split(' ')[1])
  return Math.round((pages * 4_096) / 1e6)
}
