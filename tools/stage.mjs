// Before journeys: the build of the console and of the stage, where their sources changed.
import { build, buildStage } from './setup.mjs'

export const setup = () => {
  build()
  buildStage()
}
