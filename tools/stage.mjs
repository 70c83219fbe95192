// Before journeys through the stage: its build, if its sources changed.
export { buildStage as setup } from './setup.mjs'
