// `node tools/run.mjs <command> [args]`: installs and builds what is missing, then runs a command of the server.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, checkNode, install } from './setup.mjs'

const [command = '', ...args] = process.argv.slice(2)
// Paths among the arguments are meant from where the operator stands, and npm moves us to the root of the project.
const standing = process.env.INIT_CWD ?? process.cwd()

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
// What a command prints may be read by a program: our own words go beside it.
console.log = console.error
checkNode()
install()
build()

const file = `apps/server/dist/src/commands/${command}.js`
if (!/^[a-z][a-z-]*$/.test(command) || !existsSync(file)) {
  console.error(`There is no command called "${command}"`)
  process.exit(2)
}
const child = spawn(process.execPath, ['--enable-source-maps', file, ...args], {
  env: { ...process.env, INIT_CWD: standing },
  stdio: 'inherit',
})
// Ctrl-C reaches the child by itself; we stay until it is done.
process.on('SIGINT', () => undefined)
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
