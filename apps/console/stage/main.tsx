// A console whose screens belong to no area: each shows a part of the kit on lists that tests and benchmarks make up.
import { startConsole } from '../src/shell/index.tsx'
import { stageRoutes } from './screens.tsx'
import '../src/ui/styles/shell.css'

startConsole(document.getElementById('root')!, stageRoutes)
