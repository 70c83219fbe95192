// A database that really answers in the demo: a PostgreSQL of its own beside that of the product, with files, accounts and passwords of its
// own, on loopback only. Whoever breaks out of their account there finds nothing but the demo.
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from './platform/config.ts'
import { type Embedded, startEmbedded } from './platform/db/embedded.ts'
import type { Connection } from './platform/db/embedded-ready.ts'
import type { Log } from './platform/log.ts'

export const SHOP = { database: 'shop', username: 'clerk', password: 'demo-shop-password' } as const

/** Undefined where it cannot be: the rest of the demo is as good without it. */
export const openDemoDatabase = async ({ dataDir, env }: Config, log: Log): Promise<Embedded | undefined> => {
  const port = Number(env.DEMO_DATABASE_PORT)
  if (!port) return undefined
  let opened: Embedded | undefined
  try {
    opened = await startEmbedded({ dataDir: join(dataDir, 'demo'), log, loopbackPort: port })
    await stock(opened.connection)
    return opened
  } catch (error) {
    log.warn(`the demo has no database that answers: ${(error as Error).message}`)
    await opened?.stop()
    return undefined
  }
}

const stock = async (connection: Connection): Promise<void> => {
  await within(connection, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [SHOP.database])
    if (rowCount) return
    await client.query(accounts)
    await client.query(`create database ${SHOP.database}`)
    await client.query(`revoke all on database ${SHOP.database}, ${connection.database}, postgres from public`)
    await client.query(`grant connect on database ${SHOP.database} to ${SHOP.username}`)
  })
  await within({ ...connection, database: SHOP.database }, async (client) => {
    const { rowCount } = await client.query(`select 1 from pg_tables where tablename = 'orders'`)
    // One message of several statements is one transaction: all of it is there, or nothing.
    if (!rowCount) await client.query(goods)
  })
}

const within = async (connection: Connection, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ ...connection })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Reads all, changes how far an order is, and can neither stay long nor take much. */
const accounts = `
  do $$ begin
    if not exists (select 1 from pg_roles where rolname = '${SHOP.username}') then
      create role ${SHOP.username} login password '${SHOP.password}' connection limit 10;
    end if;
  end $$;
  alter role ${SHOP.username} set statement_timeout = '15s';
  alter role ${SHOP.username} set idle_in_transaction_session_timeout = '60s';
  alter role ${SHOP.username} set temp_file_limit = '64MB';
`

const goods = `
  create table customers (id int primary key, name text not null, city text not null);
  insert into customers values (1, '李雷', '北京'), (2, 'Ada Winter', 'Leipzig'), (3, '韩梅梅', '上海'), (4, 'Tom Reed', 'Leeds'),
    (5, '王芳', '成都'), (6, 'Nora Lind', 'Uppsala');
  create table products (id int primary key, name text not null, price numeric(8, 2) not null);
  insert into products values (1, '茶 Tea', 12.50), (2, '瓷杯 Porcelain cup', 39.00), (3, '茶壶 Teapot', 128.00), (4, '托盘 Tray', 45.50);
  create table orders (id int primary key, customer int not null references customers, product int not null references products,
    pieces int not null, state text not null default 'open' check (state in ('open', 'paid', 'sent')), ordered date not null);
  insert into orders select n, 1 + n * 7 % 6, 1 + n * 5 % 4, 1 + n % 3, (array['open', 'paid', 'sent'])[1 + n % 3], date '2026-01-05' + n
    from generate_series(1, 120) n;
  create view revenue as select to_char(o.ordered, 'YYYY-MM') as month, sum(o.pieces * p.price) as total
    from orders o join products p on p.id = o.product group by 1 order by 1;
  grant select on all tables in schema public to ${SHOP.username};
  grant update (state) on orders to ${SHOP.username};
`
