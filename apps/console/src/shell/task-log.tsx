// The log of a task, followed in a window of its own until the task has ended.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { get } from '../api/client.ts'
import { Failure } from '../api/failure.ts'
import type { RouteSpec } from '../kit/route.ts'
import { Empty } from '../ui/index.ts'
import { say } from '../words/say.ts'
import { words } from './words.ts'

const PAUSE_MS = { more: 0, idle: 1_000, failed: 5_000 } as const

interface Piece {
  readonly data: string
  readonly end: boolean
  readonly mark: string
}

type State = 'running' | 'over' | 'lost' | 'absent'

function TaskLog() {
  const { id = '' } = useParams()
  const { text, state } = useLog(id)
  const sheet = useRef<HTMLPreElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines are followed, unless somebody has scrolled up.
  useLayoutEffect(() => {
    if (isAtEnd.current) sheet.current?.scrollTo({ top: sheet.current.scrollHeight })
  }, [text])
  return (
    <main className="db-alone db-task-log">
      <title>{words.taskLog}</title>
      <h1>{words.taskLog}</h1>
      {state === 'absent' ? (
        <Empty icon="search" title={say.resourceLost} text={id} />
      ) : (
        <>
          <pre
            ref={sheet}
            className="db-task-sheet"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
            tabIndex={0}
            role="log"
            aria-label={words.taskLog}
            onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
              isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 4
            }}
          >
            {text}
          </pre>
          <p role="status" className="db-muted">
            {{ running: words.taskRunning, over: words.taskOver, lost: words.taskLost }[state]}
          </p>
        </>
      )}
    </main>
  )
}

/** Piece after piece; a call that fails is tried again, one for a task that is not there is not. */
const useLog = (id: string): { text: string; state: State } => {
  const [log, setLog] = useState<{ text: string; state: State }>({ text: '', state: 'running' })
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const follow = async (mark: string) => {
      const query = { mark }
      try {
        const path = `/api/v1/ops/celery/task/${encodeURIComponent(id)}/log/`
        const piece = await get<Piece>(path, { query, signal: stop.signal, flash: false })
        setLog(({ text }) => ({ text: text + piece.data, state: piece.end ? 'over' : 'running' }))
        if (!piece.end) timer = setTimeout(follow, piece.data ? PAUSE_MS.more : PAUSE_MS.idle, piece.mark)
      } catch (error) {
        if (stop.signal.aborted) return
        const isAbsent = error instanceof Failure && (error.status === 404 || error.status === 403)
        setLog(({ text }) => ({ text, state: isAbsent ? 'absent' : 'lost' }))
        if (!isAbsent) timer = setTimeout(follow, PAUSE_MS.failed, mark)
      }
    }
    void follow('')
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [id])
  return log
}

const page = {
  title: { zh: '任务日志', en: 'Task log' },
  needs: 0,
  mode: 'both',
  bare: true,
  load: async () => TaskLog,
} as const

export const taskLogRoutes: RouteSpec[] = [
  { ...page, path: 'ops/celery/task/:id/log', name: 'CeleryTaskLog' },
  { ...page, path: 'ops/task/task/:id/log', name: 'TaskLog' },
]
