// The page on which recordings are played, and sessions that run are watched: small, and with a window of its own.
import { askedOf } from './address.ts'
import { drawFirstFrame } from './first/first-frame.ts'

const asked = askedOf(location)
const window = () => import('./window.tsx')
if (asked && !asked.live) await drawFirstFrame(asked)
const { openWindow } = await window()
openWindow(asked)
