// `npm run bench -- NAME`: one of the benchmarks in bench/, after the same set-up as `npm start`.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, buildStage, checkNode, install } from './setup.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
checkNode()
install()
build()
buildStage()

const [name = '', ...args] = process.argv.slice(2)
const file = `bench/dist/${name}.js`
if (!/^[\w-]+$/.test(name) || !existsSync(file)) {
  const known = readdirSync('bench').flatMap((one) =>
    /^[\w-]+\.ts$/.test(one) && one !== 'stage.ts' ? one.slice(0, -3) : [],
  )
  console.error(`Which benchmark? ${known.join(', ')}`)
  process.exit(1)
}
process.exit(spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status ?? 1)
