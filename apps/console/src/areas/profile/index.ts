import type { RouteSpec } from '../../kit/route.ts'
import { words } from './words.ts'

/** For everybody who has logged in. */
const everybody = { needs: 0, mode: 'both' } as const

export const profileRoutes: RouteSpec[] = [
  {
    ...everybody,
    path: 'users/profile',
    name: 'UserProfile',
    title: words.profile,
    load: async () => (await import('./profile.tsx')).Profile,
  },
  {
    ...everybody,
    path: 'users/first-login/personal-information-improvement',
    name: 'PersonalInformationImprovement',
    title: words.firstLogin,
    noCache: true,
    load: async () => (await import('./first-login.tsx')).FirstLogin,
  },
  {
    ...everybody,
    path: 'users/first-login/guide',
    name: 'UserGuide',
    title: words.guide,
    noCache: true,
    load: async () => (await import('./guide.tsx')).Guide,
  },
]
