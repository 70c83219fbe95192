export { issue, type Order } from './issue.ts'
export { licenceRoutes } from './licence.ts'
