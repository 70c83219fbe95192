export { selectionRoutes } from './handles.ts'
