// The page itself: the player for recordings, and for sessions that run what they show as it happens.
import type { Asked } from './address.ts'
import { LivePage } from './live/live-page.tsx'
import { PlayerPage } from './player-page.tsx'
import { showWindow } from './show-window.tsx'

export const openWindow = (asked: Asked | undefined): void =>
  showWindow(asked?.live ? <LivePage asked={asked} /> : <PlayerPage asked={asked} />)
