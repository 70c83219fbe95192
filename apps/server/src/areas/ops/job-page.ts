// The page in which a task's log is followed, opened by the console in a window of its own.
import { createHash } from 'node:crypto'
import { type Label, label } from '@drawbridge/resource'
import { html } from '../../platform/http/html.ts'
import type { Route } from '../../platform/http/route.ts'
import { findJob, isOver, type Job, logOf } from './job.ts'
import { jobCss, jobJs } from './job-page-files.ts'

const area = 'ops'
const CSS = '/core/static/task-log.css'
const JS = '/core/static/task-log.js'

const words = {
  title: label('任务日志', 'Task log'),
  running: label('正在跟踪日志…', 'Following the log…'),
  over: label('任务已结束', 'The task has ended'),
  lost: label('无法读取日志，正在重试…', 'The log cannot be read, trying again…'),
} satisfies Record<string, Label>

const versionOf = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 16)

const file = (path: string, type: string, content: string): Route => ({
  method: 'GET',
  path,
  access: ['anonymous'],
  page: true,
  alone: true,
  doc: { area, summary: label('静态文件', 'Static file') },
  run: async ({ query }) => ({
    status: 200,
    headers: {
      'content-type': type,
      'cache-control': query.v === versionOf(content) ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
    body: content,
  }),
})

export const jobPageRoutes: Route[] = [
  file(CSS, 'text/css; charset=utf-8', jobCss),
  file(JS, 'text/javascript; charset=utf-8', jobJs),
  {
    method: 'GET',
    path: '/core/ops/celery/task/:id/log/',
    access: ['user'],
    page: true,
    doc: { area, summary: label('任务日志页面', 'Page of the log of a task'), media: 'text/html' },
    run: async ({ ctx, params }) => {
      const job = await findJob(params.id!, ctx)
      return {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: page(job, logOf(job, ctx), ctx.reader.lang),
      }
    },
  },
]

const page = (job: Job, log: string, lang: 'zh' | 'en'): string =>
  html`<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<title>${job.name[lang]} - ${words.title[lang]}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="${CSS}?v=${versionOf(jobCss)}">
<script src="${JS}?v=${versionOf(jobJs)}" defer></script>
</head>
<body>
<main>
<h1>${job.name[lang]}</h1>
<pre tabindex="0" aria-live="polite" data-log="/api/v1/ops/celery/task/${job.id}/log/" data-mark="${[...log].length}" data-over="${isOver(job) ? '1' : ''}">${log}</pre>
<p role="status" data-running="${words.running[lang]}" data-over="${words.over[lang]}" data-lost="${words.lost[lang]}">${(isOver(job) ? words.over : words.running)[lang]}</p>
</main>
</body>
</html>
`.toString()
