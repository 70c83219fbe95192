// Sessions through the gateway against `ssh` straight to the target and against `ssh -J` through OpenSSH, in one run.
// `npm run bench -- gateway [--only streams,terminal,echo,begin,crowd] [--sessions 1000] [--profile FOLDER]`
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Crowd } from './gateway/crowd.ts'
import { openScene, type Scene } from './gateway/scene.ts'
import { Keyboard, sessionsPerSecond, throughput } from './gateway/streams.ts'
import { median, ms } from './stage.ts'

const { values: asked } = parseArgs({
  options: { only: { type: 'string' }, sessions: { type: 'string', default: '1000' }, profile: { type: 'string' } },
})
const most = Number(asked.sessions)
const KEYS = 4_000
const names = ['direct', 'ssh -J', 'gateway'] as const
type Name = (typeof names)[number]

const parts: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  streams: (scene) => streams(scene, false, 300),
  terminal: (scene) => streams(scene, true, 60),
  echo: echoes,
  begin: beginnings,
  crowd: crowds,
}

const scene = await openScene(asked.profile)
try {
  for (const name of asked.only?.split(',') ?? Object.keys(parts)) await parts[name]!(scene)
} finally {
  await scene.close()
}

/** Each way in turn, several times over: what the machine does meanwhile hits all alike. */
async function interleaved(rounds: number, one: (name: Name) => Promise<number>): Promise<Record<Name, number[]>> {
  const found: Record<Name, number[]> = { direct: [], 'ssh -J': [], gateway: [] }
  for (let round = 0; round < rounds; round++) for (const name of names) found[name].push(await one(name))
  return found
}

function tell(title: string, found: Record<Name, number[]>, unit: string): void {
  const values = names.map((name) => median(found[name]))
  const shown = names.map((name, index) => `${name} ${values[index]!.toFixed(1)}`).join(', ')
  console.log(`${title}: ${shown} ${unit}; gateway to ssh -J ${(values[2]! / values[1]!).toFixed(2)}`)
}

async function streams({ ways, gateway }: Scene, terminal: boolean, megabytes: number): Promise<void> {
  const rounds = 3
  const before = processorOf(gateway.pid!)
  const found = await interleaved(rounds, (name) => throughput(ways[name], terminal, megabytes))
  tell(`one stream, ${terminal ? 'terminal, recorded whole' : 'single command'}`, found, 'MB/s')
  const spent = (processorOf(gateway.pid!) - before) / (rounds * megabytes)
  console.log(`  processor of the gateway: ${(spent * 1_000).toFixed(1)} s for a GB`)
}

async function echoes({ ways, gateway }: Scene): Promise<void> {
  const boards: [Name, Keyboard][] = []
  for (const name of names) boards.push([name, await Keyboard.open(ways[name])])
  const found: Record<Name, number[]> = { direct: [], 'ssh -J': [], gateway: [] }
  const before = processorOf(gateway.pid!)
  for (let key = 0; key < KEYS + 50; key++)
    for (const [name, board] of boards) {
      const took = await board.press()
      if (key >= 50) found[name].push(took)
    }
  const each = (processorOf(gateway.pid!) - before) / (KEYS + 50)
  for (const [, board] of boards) board.close()
  const [p50, p99] = [0.5, 0.99].map((share) => names.map((name) => percentile(found[name], share)))
  for (const [index, name] of names.entries())
    console.log(`key to echo, ${name}: p50 ${ms(p50![index]!)}, p99 ${ms(p99![index]!)}`)
  console.log(`  gateway over ssh -J: p50 ${ms(p50![2]! - p50![1]!)}, p99 ${ms(p99![2]! - p99![1]!)}`)
  console.log(`  processor of the gateway: ${ms(each * 1_000)} a key`)
}

async function beginnings({ ways }: Scene): Promise<void> {
  const found = await interleaved(3, (name) => sessionsPerSecond(ways[name], 24, 4))
  tell('sessions that begin and end, four at a time', found, 'a second')
}

async function crowds({ gateway, gatewayPort, privateKey }: Scene): Promise<void> {
  const pid = gateway.pid!
  const crowd = new Crowd()
  await crowd.grow(20, gatewayPort, privateKey)
  const before = memoryOf(pid)
  await crowd.grow(most, gatewayPort, privateKey)
  await new Promise((done) => setTimeout(done, 10_000))
  const each = (memoryOf(pid) - before) / (crowd.size - 20)
  console.log(`memory of the gateway with ${crowd.size} idle sessions: ${Math.round(each / 1024)} KB each`)
  const typing = Math.min(500, crowd.size)
  const idle = await busy(pid, 10, () => new Promise((done) => setTimeout(done, 10_000)))
  const used = await busy(pid, 20, () => crowd.type(typing, 20))
  console.log(
    `processor of the gateway with ${crowd.size} sessions: ${idle.toFixed(0)} % of a core idle, ${used.toFixed(0)} % with ${typing} of them typing 5 keys a second`,
  )
  crowd.leave()
}

function percentile(values: number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]!
}

/** Bytes that are the process's own. */
function memoryOf(pid: number): number {
  const found = /Private_Dirty:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
  return Number(found![1]) * 1024
}

async function busy(pid: number, seconds: number, work: () => Promise<unknown>): Promise<number> {
  const before = processorOf(pid)
  await work()
  return ((processorOf(pid) - before) / seconds) * 100
}

/** Seconds of processor time so far: what other programs do meanwhile does not change them. */
function processorOf(pid: number): number {
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticks
}
