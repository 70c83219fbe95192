// How the embedded database is tuned: safe first, then for a laptop and a million rows.
export function settings({ socket, port, loopback }: { socket: string; port: number; loopback: boolean }): string[] {
  const listen_addresses = loopback ? '127.0.0.1' : ''
  const all = { ...fixed, listen_addresses, port, unix_socket_directories: `"${socket.replaceAll('"', '""')}"` }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const fixed = {
  unix_socket_permissions: '0700',
  max_connections: 100,
  timezone: 'UTC',
  log_timezone: 'UTC',

  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: 1.1,
  jit: 'off',

  // Imports of a million rows should not force checkpoints, and a recovery should still be short.
  min_wal_size: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  wal_compression: 'pglz',

  // Counts are fast only on vacuumed pages, so vacuum follows an import sooner than by default.
  autovacuum_vacuum_insert_scale_factor: 0.05,
  autovacuum_naptime: '30s',

  // `log` leaves out failed statements: the program knows of them, and their text may hold what is nobody's business.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
} as const
