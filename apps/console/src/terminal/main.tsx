// The page on which recordings are played, and sessions that run are watched: small, and with a window of its own.
import { askedOf } from './address.ts'
import { LivePage } from './live/live-page.tsx'
import { PlayerPage } from './player-page.tsx'
import { showWindow } from './show-window.tsx'

const asked = askedOf(location)

showWindow(asked?.live ? <LivePage asked={asked} /> : <PlayerPage asked={asked} />)
