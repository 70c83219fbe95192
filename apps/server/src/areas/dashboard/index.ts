export { dashboardRoutes } from './figures.ts'
export type { Sources } from './sources.ts'
