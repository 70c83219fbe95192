// The first thing somebody who opens a recording wants to see is the recording: it is asked for and drawn before the rest of the page is there.
import type { Moment } from '@drawbridge/terminal'
import type { Asked } from '../address.ts'
import type { TerminalScreen } from '../terminal-screen.ts'

interface ShownMoment extends Moment {
  readonly at: number
  readonly columns: number
  readonly rows: number
}

export interface FirstFrame {
  readonly atMs: number
  readonly screen: TerminalScreen
}

let drawn: (FirstFrame & { readonly stage: HTMLElement }) | undefined

/** For the player, once, which gives it a place of its own; nothing where there was none. */
export const takeFirstFrame = (room: HTMLElement): FirstFrame | undefined => {
  const taken = drawn
  drawn = undefined
  taken?.screen.moveTo(room)
  taken?.stage.remove()
  return taken
}

/** There is no player to take it. */
export const dropFirstFrame = (): void => {
  drawn?.screen.close()
  drawn?.stage.remove()
  drawn = undefined
}

/** Whatever goes wrong is found again, and said, by the page itself. */
export const drawFirstFrame = async ({ session, atMs = 0 }: Asked): Promise<void> => {
  const asked = fetch(`/api/v1/terminal/sessions/${session}/moment/?at=${atMs}`, { credentials: 'same-origin' })
  asked.catch(() => undefined)
  try {
    const parts = Promise.all([import('../terminal-screen.ts'), import('../constructed-styles.ts')])
    const response = await asked
    if (!response.ok) return
    const [moment, [{ TerminalScreen }, { constructStyles }]] = await Promise.all([
      response.json() as Promise<ShownMoment>,
      parts,
    ])
    constructStyles()
    const room = document.createElement('div')
    room.className = 'db-player-room'
    const stage = document.createElement('div')
    stage.className = 'db-player-first'
    stage.append(room)
    document.body.append(stage)
    const screen = new TerminalScreen(room)
    screen.clear(moment.screen ?? moment)
    if (moment.screen) screen.write(moment.screen.data)
    for (const event of moment.since) {
      if (event.kind === 'output') screen.write(event.data)
      else if (event.kind === 'resize') screen.resize(event)
    }
    await screen.settled()
    drawn = { atMs: moment.at, screen, stage }
    await painted()
  } catch {
    dropFirstFrame()
  }
}

/** A page that is not looked at has no frames. */
const painted = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
