import { useMatches } from 'react-router'
import type { RouteSpec } from '../kit/route.ts'

/** The screen one is on; nothing on pages that are none, such as the one for unknown addresses. */
export const useHere = (): RouteSpec | undefined => useMatches().at(-1)?.handle as RouteSpec | undefined
