// What a suite of journeys stands on: a server with a database of its own and a browser, from its first test to its last.
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Route } from '../../apps/server/src/platform/http/route.ts'
import { openWorld, type World } from '../../apps/server/test/kit/world.ts'
import { openChromium } from './chromium.ts'
import { closeScreens, openScreen, type Screen, type Visitor } from './console.ts'

export interface Stand {
  readonly world: World
  readonly chromium: Browser
  /** Closed after the test. */
  open(visitor?: Visitor): Promise<Screen>
}

export interface Setting {
  readonly env?: Readonly<Record<string, string>>
  readonly routes?: readonly Route[]
}

/** `prepare` puts into the world what all tests of the suite find there. */
export const useStand = (prepare: (world: World) => Promise<unknown>, { env = {}, routes }: Setting = {}): Stand => {
  let world: World | undefined
  let chromium: Browser | undefined
  beforeAll(async () => {
    world = await openWorld(env, { routes })
    chromium = await openChromium()
    await prepare(world)
  })
  afterAll(async () => {
    await chromium?.close()
    await world?.close()
  })
  afterEach(closeScreens)
  const stand: Stand = {
    get world() {
      return world!
    },
    get chromium() {
      return chromium!
    },
    open: (visitor) => openScreen(stand, visitor),
  }
  return stand
}
