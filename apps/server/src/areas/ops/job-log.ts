// The log of a job, piece by piece.
import { computed, type Fields, flag, label, text } from '@drawbridge/resource'
import { ok, type Route } from '../../platform/http/route.ts'
import { findJob, isOver, logOf } from './job.ts'

const PIECE = 10 * 1024

const piece = {
  data: text(label('内容', 'Data')),
  end: flag(label('已结束', 'Ended')),
  mark: text(label('位置', 'Mark'), {
    help: label('原样带回以继续读取', 'Give it back to read on'),
  }),
} satisfies Fields

const outcome = {
  id: text(label('ID', 'ID')),
  state: text(label('状态', 'State')),
  result: computed<unknown>('field', label('结果', 'Result')),
} satisfies Fields

const STATES = { waiting: 'PENDING', running: 'STARTED', succeeded: 'SUCCESS', failed: 'FAILURE' } as const

export const jobLogRoutes: Route[] = [
  ...['celery', 'ansible'].map(
    (kind): Route => ({
      method: 'GET',
      path: `/api/v1/ops/${kind}/task/:id/log/`,
      access: ['user'],
      doc: {
        area: 'ops',
        summary: label('读取任务日志', 'Read the log of a task'),
        gives: piece,
        query: { mark: piece.mark },
      },
      run: async ({ ctx, params, query }) => {
        const job = await findJob(params.id!, ctx)
        const whole = [...logOf(job, ctx)]
        const from = /^\d{1,12}$/.test(query.mark ?? '') ? Number(query.mark) : 0
        const data = whole.slice(from, from + PIECE).join('')
        const mark = Math.min(from + PIECE, whole.length)
        return ok({ data, end: isOver(job) && mark >= whole.length, mark: String(mark) })
      },
    }),
  ),
  {
    method: 'GET',
    path: '/api/v1/ops/celery/task/:id/result/',
    access: ['user'],
    doc: { area: 'ops', summary: label('读取任务结果', 'Read the result of a task'), gives: outcome },
    run: async ({ ctx, params }) => {
      const job = await findJob(params.id!, ctx)
      return ok({ id: job.id, state: STATES[job.state], result: job.result?.[ctx.reader.lang] ?? null })
    },
  },
]
