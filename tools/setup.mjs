// Brings a clone up to date before it starts: packages as the lock file says, and a build of the sources. Quick if nothing changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NEEDED = [20, 19]
const INSTALLED = 'node_modules/.drawbridge-stamp'
const BUILT = 'node_modules/.drawbridge-built'
const CONSOLE = { root: 'apps/console', stamp: 'node_modules/.drawbridge-console-built', args: [] }
const CONFIG = 'apps/console/vite.config.ts'
/** Folders that hold what was built, not what it is built of. */
const MADE = ['dist', 'types', 'node_modules']
/** Screens of no area, for tests and benchmarks; a server mounts them beside the console. */
const STAGE = {
  root: 'apps/console/stage',
  stamp: 'node_modules/.drawbridge-stage-built',
  args: ['--config', CONFIG, '--base', '/stage/'],
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return
  console.error(`Drawbridge needs Node ${NEEDED.join('.')} or newer; this is ${process.version}`)
  process.exit(1)
}

export function install() {
  const wanted = `${hash(readFileSync('package-lock.json'))} node-${process.versions.node.split('.')[0]} ${process.platform}-${process.arch}`
  if (contentOf(INSTALLED) === wanted) return
  if (!matchesLock()) {
    console.log('Installing packages; this happens once and takes about a minute …')
    installPackages()
  }
  writeFileSync(INSTALLED, wanted)
}

export function build() {
  buildServer()
  buildPages(CONSOLE)
}

export function buildStage() {
  buildPages(STAGE)
}

function buildServer() {
  const sources = stampOf(
    ['src', 'migrations', 'tsconfig.json', 'package.json'],
    ['tsconfig.json', 'tsconfig.base.json', 'bench'],
  )
  const whole = ['apps/server/dist/src/main.js', 'apps/gateway/dist/main.js'].every((file) => existsSync(file))
  if (whole && contentOf(BUILT) === sources) return
  console.log('Building …')
  // Without its output the compiler would still trust its notes, and build nothing.
  const flags = whole ? [] : ['--force']
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', ...flags], 'The build failed')
  writeFileSync(BUILT, sources)
}

function buildPages({ root, stamp, args }) {
  if (!existsSync(join(root, 'index.html'))) return
  const sources = stampOf(['src'], [root, CONFIG, 'apps/console/public'], { of: ['packages', 'apps/console'] })
  if (existsSync(join(root, 'dist/index.html')) && contentOf(stamp) === sources) return
  console.log(`Building ${root} …`)
  const command = ['node_modules/vite/bin/vite.js', 'build', root, '--logLevel', 'warn', ...args]
  // Whoever asks may be a test, in whose environment libraries come with everything that helps to develop them.
  run(process.execPath, command, `The build of ${root} failed`, { env: { ...process.env, NODE_ENV: 'production' } })
  writeFileSync(stamp, sources)
}

// Packages that were installed by hand are as good, as long as each has the version of the lock file.
function matchesLock() {
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(packagesOf('package-lock.json')).every(
    ([path, { version, link, optional }]) =>
      !path.startsWith('node_modules/') || link || optional || installed[path]?.version === version,
  )
}

function packagesOf(file) {
  return JSON.parse(contentOf(file) ?? '{"packages":{}}').packages
}

// Changes when a file comes, goes or is written: `parts` of every package and app, and the places beside them.
function stampOf(parts, beside, { of = ['packages', 'apps'] } = {}) {
  const homes = of.flatMap((group) =>
    group.includes('/') ? [group] : readdirSync(group).map((name) => join(group, name)),
  )
  const roots = homes.flatMap((home) => parts.map((part) => join(home, part)))
  let times = 0
  let count = 0
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) {
      for (const name of readdirSync(path)) if (!MADE.includes(name)) visit(join(path, name))
    } else if (stat) {
      times += Math.round(stat.mtimeMs)
      count++
    }
  }
  for (const root of [...roots, ...beside, INSTALLED]) visit(root)
  return `${count} ${times}`
}

// A lock file written where a mirror lacks packages of other platforms is refused by `ci`; `install` keeps to the rest of it.
function installPackages() {
  const quiet = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const own = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const [command, ...first] = own
  if (spawnSync(command, [...first, 'ci', ...quiet], { stdio: 'ignore' }).status === 0) return
  run(command, [...first, 'install', '--no-save', ...quiet], 'Installing the packages failed', { output: 'ignore' })
}

function run(command, args, failure, { output = 'inherit', env = process.env } = {}) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', output, 'inherit'], env })
  if (status === 0) return
  console.error(error ? `${failure}: ${error.message}` : failure)
  process.exit(1)
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex')
}

function contentOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
