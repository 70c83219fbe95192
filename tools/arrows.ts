// Keeps the arrows of ARCHITECTURE.md inside the apps: which folder may import which. Packages are kept apart by their package.json.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Left to right: a folder may import itself and what stands after it. Files at the top of an app are its composition root. */
const layers: Record<string, readonly (readonly string[])[]> = {
  'apps/server/src': [['commands'], ['areas'], ['rights'], ['engine'], ['platform']],
  'apps/gateway/src': [['web', 'ssh', 'telnet', 'database'], ['session'], ['watch'], ['server']],
  'apps/console/src': [['shell', 'areas', 'terminal'], ['kit'], ['ui', 'api'], ['words']],
}

const NAMELESS = /(^|\/)(utils?|common|helpers?|misc|shared)(\/|\.ts|$)/

const here = dirname(fileURLToPath(import.meta.url))
const root = normalize(join(here, here.endsWith('dist') ? '../..' : '..'))

function* files(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name === 'node_modules' || name === 'dist') continue
    if (statSync(path).isDirectory()) yield* files(path)
    else if (/\.(ts|tsx|mjs)$/.test(name)) yield path
  }
}

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map((found) =>
    normalize(join(dirname(file), found[1]!)),
  )

const placeOf = (app: string, path: string): { layer: number; folder: string; area?: string } | undefined => {
  const [folder = '', area] = relative(app, path).split('/')
  const layer = layers[app]!.findIndex((names) => names.includes(folder))
  return layer < 0
    ? undefined
    : { layer, folder, area: folder === 'areas' && area && !area.includes('.') ? area : undefined }
}

export const wrongArrows = (): string[] => {
  const wrong: string[] = []
  process.chdir(root)
  for (const top of ['packages', 'apps', 'e2e', 'bench', 'tools']) {
    for (const file of files(top)) if (NAMELESS.test(file)) wrong.push(`${file}: name the idea, not "utils"`)
  }
  for (const app of Object.keys(layers)) {
    if (!statSync(app, { throwIfNoEntry: false })) continue
    for (const file of files(app)) {
      const from = placeOf(app, file)
      if (!from || file.includes('.test.')) continue
      for (const target of importsOf(file)) {
        const to = placeOf(app, target)
        if (relative(app, target).startsWith('..')) wrong.push(`${file} reaches out of its app: ${target}`)
        else if (!to) wrong.push(`${file} imports the composition root: ${target}`)
        else if (to.layer < from.layer) wrong.push(`${file}: ${from.folder} must not import ${to.folder} (${target})`)
        else if (to.layer === from.layer && to.folder !== from.folder)
          wrong.push(`${file}: ${from.folder} and ${to.folder} do not know each other (${target})`)
        else if (from.area && to.area && from.area !== to.area)
          wrong.push(`${file}: area ${from.area} must not import area ${to.area} (${target})`)
      }
    }
  }
  return wrong
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = wrongArrows()
  for (const line of wrong) console.error(line)
  if (wrong.length > 0) process.exit(1)
  console.log('The arrows point the right way.')
}
