// The page on which recordings are played, and sessions that run are watched: small, and with a window of its own.
import { askedOf } from './address.ts'
import { PlayerPage } from './player-page.tsx'
import { showWindow } from './show-window.tsx'

showWindow(<PlayerPage asked={askedOf(location)} />)
