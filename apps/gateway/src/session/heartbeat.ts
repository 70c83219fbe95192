// Tells the server which sessions run, and does what it answers: sessions it names are ended, and the person sees why.
import { statfsSync } from 'node:fs'
import { freemem, loadavg, totalmem } from 'node:os'
import type { Load, Server, Task } from '../server/server.ts'
import type { LiveSessions } from './live.ts'

export interface HeartbeatOptions {
  readonly everyMs: () => number
  readonly dataDir: string
  readonly log: (line: string) => void
  /** What else is worth a look now and then: the settings. */
  readonly also: () => Promise<void>
}

export class Heartbeat {
  readonly #server: Server
  readonly #live: LiveSessions
  readonly #options: HeartbeatOptions
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(server: Server, live: LiveSessions, options: HeartbeatOptions) {
    this.#server = server
    this.#live = live
    this.#options = options
  }

  start(): void {
    void this.beat().finally(() => {
      if (!this.#stopped) this.#timer = setTimeout(() => this.start(), this.#options.everyMs()).unref()
    })
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async beat(): Promise<void> {
    try {
      const tasks = await this.#server.heartbeat(this.#live.ids, this.#load())
      for (const task of tasks) await this.#obey(task)
      await this.#options.also()
    } catch (error) {
      // Sessions go on: the server counts those as gone that it has not heard of for some minutes.
      this.#options.log(`The server did not take the heartbeat: ${(error as Error).message}`)
    }
  }

  async #obey(task: Task): Promise<void> {
    if (task.name !== 'kill_session') return
    const session = this.#live.get(task.args)
    if (session) {
      session.close('terminated', task.reason)
      await session.over
    }
    await this.#server.done(task.id)
  }

  #load(): Load {
    return {
      system_cpu_load_1: Math.round((loadavg()[0] ?? 0) * 100) / 100,
      system_memory_used_percent: percent(totalmem() - freemem(), totalmem()),
      system_disk_used_percent: diskUsed(this.#options.dataDir),
      session_active_count: this.#live.size,
    }
  }
}

const percent = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 1000) / 10 : 0)

const diskUsed = (folder: string): number => {
  try {
    const { blocks, bavail } = statfsSync(folder)
    return percent(blocks - bavail, blocks)
  } catch {
    return 0
  }
}
