import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

/** In one file: left to itself the bundler makes one for every set of screens that share something, twenty requests before the first row. */
const SHARED =
  /rolldown\/runtime|\/node_modules\/(?!@xterm)|\/src\/(words|api|ui|kit|shell)\/|\/src\/areas\/\w+\/(words|places|addresses)\.ts/

/** What draws the first frame of a recording must not wait for the kit: neither for the helper of every import that comes later. */
const FIRST = [
  { name: 'later', test: /vite\/preload-helper/, priority: 2 },
  { name: 'screen', test: /\/node_modules\/@xterm\/|\/terminal\/(terminal-screen|constructed-styles)/, priority: 1 },
]

interface Modules {
  getModuleInfo(id: string): { readonly importedIds?: readonly string[] } | null
}

let frame: Set<string> | undefined

/** What the frame of the console imports at once, in one file as well: some of it is imported by screens too, and each of these would be a request of its own. */
const ofFrame = (id: string, modules: Modules): string | null => {
  frame ??= reachedFrom(fileURLToPath(new URL('src/main.tsx', import.meta.url)), modules)
  return frame.has(id) ? 'frame' : null
}

const reachedFrom = (start: string, modules: Modules): Set<string> => {
  const found = new Set<string>()
  const left = [start]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue
    found.add(id)
    left.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

const CONDITIONS = ['source', 'module', 'browser', 'development|production']

export default defineConfig({
  base: '/ui/',
  plugins: [react(), pages(), compressed(), offlinePlayer()],
  resolve: { conditions: CONDITIONS },
  build: {
    outDir: 'dist',
    // The console has screens below `assets`.
    assetsDir: 'built',
    target: 'es2022',
    // One style sheet, one file of what every screen needs; screens come when they are opened.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // How long a plugin took is no news to who starts the product.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [...FIRST, { name: 'kit', test: SHARED, priority: 1 }, { name: ofFrame, debugName: 'frame' }],
        },
      },
    },
  },
  server: {
    // The dev server would answer OPTIONS itself, which is how the console learns of fields.
    cors: false,
    proxy: Object.fromEntries(
      ['/api', '/core', '/static', '/vue-admin-template', '/luna', '/koko', '/ws'].map((path) => [
        path,
        { target: process.env.SERVER_URL ?? 'http://127.0.0.1:8080', ws: path === '/ws' || path === '/koko' },
      ]),
    ),
  },
})

/** Every html file at the top is a page: the console, and the player, which has a window of its own. */
function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    config: ({ root = process.cwd() }) => {
      const input = readdirSync(root)
        .filter((name) => extname(name) === '.html')
        .map((name) => resolve(root, name))
      return { build: { rolldownOptions: { input } } }
    },
  }
}

/** The player that goes with a recording: one script and one sheet, which the server writes into the page. */
function offlinePlayer(): Plugin {
  let root = ''
  return {
    name: 'offline-player',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async closeBundle() {
      const entry = join(root, 'src/terminal/offline/main.ts')
      if (!existsSync(entry)) return
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        resolve: { conditions: CONDITIONS },
        build: {
          outDir: 'dist/offline',
          target: 'es2022',
          cssCodeSplit: false,
          modulePreload: { polyfill: false },
          reportCompressedSize: false,
          rolldownOptions: {
            input: entry,
            output: { entryFileNames: 'player.js', assetFileNames: 'player[extname]', codeSplitting: false },
          },
        },
      })
    },
  }
}

/** The last two steps would cost ten times the time for three in a hundred. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Writes each text file a second and third time, compressed once and well, so that the server need not. */
function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      await Promise.all(
        files
          .filter((name) => ['.js', '.css', '.html', '.svg', '.json'].includes(extname(name)))
          .map(async (name) => {
            const content = await readFile(join(folder, name))
            if (content.length < 1_000) return
            await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content, BROTLI))
            await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
          }),
      )
    },
  }
}
