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

interface Ready {
  readonly screen: TerminalScreen
  readonly stage: HTMLElement
}

let drawn: (FirstFrame & Ready) | undefined

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
  if (drawn) close(drawn)
  drawn = undefined
}

/** Whatever goes wrong is found again, and said, by the page itself. */
export const drawFirstFrame = async ({ session, atMs = 0 }: Asked): Promise<void> => {
  const asked = momentOf(session, atMs)
  asked.catch(() => undefined)
  let ready: Ready | undefined
  try {
    // To set up a screen takes about as long as the answer: both at once.
    ready = await setUp()
    const moment = await asked
    if (!moment) return close(ready)
    const { screen, stage } = ready
    screen.clear(moment.screen ?? moment)
    if (moment.screen) screen.write(moment.screen.data)
    for (const event of moment.since) {
      if (event.kind === 'output') screen.write(event.data)
      else if (event.kind === 'resize') screen.resize(event)
    }
    stage.style.visibility = ''
    await screen.settled()
    drawn = { atMs: moment.at, ...ready }
    await painted()
  } catch {
    if (ready) close(ready)
    drawn = undefined
  }
}

const momentOf = async (session: string, atMs: number): Promise<ShownMoment | undefined> => {
  const response = await fetch(`/api/v1/terminal/sessions/${session}/moment/?at=${atMs}`, {
    credentials: 'same-origin',
  })
  return response.ok ? response.json() : undefined
}

const setUp = async (): Promise<Ready> => {
  const [{ TerminalScreen }, { constructStyles }] = await Promise.all([
    import('../terminal-screen.ts'),
    import('../constructed-styles.ts'),
  ])
  constructStyles()
  const room = document.createElement('div')
  room.className = 'db-player-room'
  const stage = document.createElement('div')
  stage.className = 'db-player-first'
  // Not seen until something stands there; yet it has a size, which a screen needs.
  stage.style.visibility = 'hidden'
  stage.append(room)
  document.body.append(stage)
  return { screen: new TerminalScreen(room), stage }
}

const close = ({ screen, stage }: Ready): void => {
  screen.close()
  stage.remove()
}

/** A page that is not looked at has no frames. */
const painted = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
