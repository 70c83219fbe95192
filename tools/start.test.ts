import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 40_000, hookTimeout: 20_000 })

let clone: string
let started: ReturnType<typeof spawn>[]

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'drawbridge-start-'))
  started = []
  for (const file of ['start.mjs', 'setup.mjs']) {
    cpSync(fileURLToPath(new URL(file, import.meta.url)), join(clone, 'tools', file))
  }
  put('package-lock.json', '{"packages":{"node_modules/one":{"version":"1.0.0"}}}')
  put('node_modules/.package-lock.json', '{"packages":{"node_modules/one":{"version":"1.0.0"}}}')
  put('node_modules/typescript/bin/tsc', `${note('build')}`)
  mkdirSync(join(clone, 'packages'))
  put('apps/server/src/main.ts', '')
  put('apps/server/dist/src/main.js', program('server', "process.send({ ready: true, url: 'http://here' })"))
  put('apps/gateway/dist/main.js', program('gateway', ''))
})

afterEach(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await vi.waitFor(() => expect(events().filter((event) => event.endsWith('up')).length).toBe(downs()), {
    timeout: 120_000,
  })
  rmSync(clone, { recursive: true, force: true })
})

test('the gateway follows the server, and Ctrl-C stops them in reverse', async () => {
  const child = start('--demo')
  await vi.waitFor(() => expect(events()).toEqual(['build', 'server --demo up', 'gateway up']), { timeout: 120_000 })
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await exitOf(child)).toBe(0)
  expect(events().slice(3)).toEqual(['gateway down', 'server --demo down'])
})

test('whoever ends npm, or its shell, ends everything', async () => {
  const script = `"${process.execPath}" "${join(clone, 'tools/start.mjs')}" & wait`
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const shell = spawn('sh', ['-c', script], { stdio: 'ignore', env })
  await vi.waitFor(() => expect(events().at(-1)).toBe('gateway up'), { timeout: 120_000 })
  shell.kill('SIGKILL')
  await vi.waitFor(() => expect(events().slice(3)).toEqual(['gateway down', 'server down']), { timeout: 120_000 })
})

test('nothing is built twice', async () => {
  for (const builds of [1, 1]) {
    const child = start()
    await vi.waitFor(() => expect(events().at(-1)).toBe('gateway up'), { timeout: 120_000 })
    child.kill('SIGTERM')
    await exitOf(child)
    expect(events().filter((event) => event === 'build')).toHaveLength(builds)
  }
})

test('the console is built once, and again when a source of it changed', async () => {
  put('apps/console/index.html', '')
  put('apps/console/src/main.tsx', '')
  put(
    'node_modules/vite/bin/vite.js',
    `${note('console')};require('node:fs').mkdirSync('apps/console/dist', { recursive: true });
    require('node:fs').writeFileSync('apps/console/dist/index.html', '')`,
  )
  for (const builds of [1, 1, 2]) {
    if (builds === 2) put('apps/console/src/other.tsx', '')
    const child = start()
    await vi.waitFor(() => expect(events().at(-1)).toBe('gateway up'), { timeout: 120_000 })
    child.kill('SIGTERM')
    await exitOf(child)
    expect(events().filter((event) => event === 'console')).toHaveLength(builds)
  }
})

test("a server that fails gives its exit code, and the gateway's end is waited for", async () => {
  put(
    'apps/server/dist/src/main.js',
    `${program('server', 'process.send({ ready: true })')}
    setInterval(() => {
      if (!require('node:fs').readFileSync(${JSON.stringify(join(clone, 'events'))}, 'utf8').includes('gateway up')) return
      note('server down')
      process.exit(7)
    }, 20)`,
  )
  const child = start()
  expect(await exitOf(child)).toBe(7)
  expect(events().slice(1)).toEqual(['server up', 'gateway up', 'server down', 'gateway down'])
})

test('a gateway that dies is started again', async () => {
  put(
    'apps/gateway/dist/main.js',
    `${program('gateway', '')}
    setTimeout(() => { note('gateway down'); process.exit(1) }, 200)`,
  )
  start()
  await vi.waitFor(() => expect(events().filter((event) => event === 'gateway up').length).toBe(2), {
    timeout: 120_000,
  })
})

test('a gateway whose port is taken ends the start with an error, but only where it never served', async () => {
  put('apps/gateway/dist/main.js', `${note('gateway up')}; ${note('gateway down')}; process.exit(78)`)
  expect(await exitOf(start())).toBe(1)
  expect(events().slice(1)).toEqual(['server up', 'gateway up', 'gateway down', 'server down'])
  put(
    'apps/gateway/dist/main.js',
    `${program('gateway', '')}
    process.send({ ready: true }, () => { note('gateway down'); process.exit(78) })`,
  )
  start()
  await vi.waitFor(() => expect(events().filter((event) => event === 'gateway up').length).toBe(3), {
    timeout: 120_000,
  })
})

function start(...args: string[]) {
  const child = spawn(process.execPath, [join(clone, 'tools/start.mjs'), ...args], { stdio: 'ignore' })
  started.push(child)
  return child
}

async function exitOf(child: ReturnType<typeof spawn>) {
  const [code] = await once(child, 'exit')
  return code
}

function put(path: string, content: string) {
  mkdirSync(dirname(join(clone, path)), { recursive: true })
  writeFileSync(join(clone, path), content)
}

function events(): string[] {
  try {
    return readFileSync(join(clone, 'events'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

function downs() {
  return events().filter((event) => event.endsWith('down')).length
}

function note(event: string) {
  return `require('node:fs').appendFileSync(${JSON.stringify(join(clone, 'events'))}, '${event}\\n')`
}

// Stands in for a part of the product: tells when it comes up and when a signal takes it down, slowly.
function program(name: string, then: string) {
  return `
    const note = (event) => require('node:fs').appendFileSync(${JSON.stringify(join(clone, 'events'))}, event + '\\n')
    const name = ['${name}', ...process.argv.slice(2)].join(' ')
    process.on('SIGTERM', () => setTimeout(() => { note(name + ' down'); process.exit(0) }, 100))
    note(name + ' up')
    setInterval(() => {}, 1000)
    ${then}
  `
}
