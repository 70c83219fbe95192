// The log of a task, in a window of its own. The server does not keep logs yet, and the page says so.
import { useParams } from 'react-router'
import type { RouteSpec } from '../kit/route.ts'
import { Empty } from '../ui/index.ts'
import { words } from './words.ts'

function TaskLog() {
  const { id } = useParams()
  return (
    <main className="db-alone">
      <title>{words.taskLog}</title>
      <h1>{words.taskLog}</h1>
      <p>
        <code>{id}</code>
      </p>
      <Empty icon="clock" title={words.taskLogSoon} text={words.taskLogSoonText} />
    </main>
  )
}

const page = {
  title: { zh: '任务日志', en: 'Task log' },
  needs: 0,
  mode: 'both',
  bare: true,
  load: async () => TaskLog,
} as const

/** Stand in until the area of jobs brings its own. */
export const taskLogRoutes: RouteSpec[] = [
  { ...page, path: 'ops/celery/task/:id/log', name: 'CeleryTaskLog' },
  { ...page, path: 'ops/task/task/:id/log', name: 'TaskLog' },
]
