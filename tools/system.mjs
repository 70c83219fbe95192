// Programs that tests need beside Node: installed through the system's package manager when that is possible, else named.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

/** Debian package, and how to tell that it is there. */
const needed = [
  // The browser without its own windows: the same engine at a third of the cost.
  ['chromium-headless-shell', () => existsSync('/usr/bin/chromium-headless-shell')],
  ['lrzsz', () => existsSync('/usr/bin/rz') && existsSync('/usr/bin/sz')],
  ['openssh-client', () => existsSync('/usr/bin/ssh-keygen')],
  ['openssh-server', () => existsSync('/usr/sbin/sshd')],
  // Targets of the gateway, as people have them.
  ['inetutils-telnetd', () => existsSync('/usr/sbin/telnetd')],
  ['mariadb-server', () => existsSync('/usr/sbin/mariadbd')],
  // Reads the archives that the file manager writes.
  ['unzip', () => existsSync('/usr/bin/unzip')],
  ['postgresql', () => outsidePostgres() !== undefined],
]

/** Folder of a PostgreSQL server of the system, the newest there is. */
export function outsidePostgres() {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).filter((name) => existsSync(`${root}/${name}/bin/initdb`)) : []
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  return newest && `${root}/${newest}/bin`
}

export function installPrograms() {
  const missing = needed.filter(([, there]) => !there()).map(([name]) => name)
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing.join(', ')} for the tests …`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...missing)
  }
  const still = needed.filter(([, there]) => !there()).map(([name]) => name)
  if (still.length === 0) return
  console.error(`The tests need these programs; please install them: ${still.join(', ')}`)
  process.exit(1)
}
