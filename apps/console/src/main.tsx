// Joins the shell and the areas, which do not know each other.
import { areaRoutes } from './areas/index.ts'
import { startConsole } from './shell/index.tsx'
import './ui/styles/shell.css'

startConsole(document.getElementById('root')!, areaRoutes)
