// Commands as one page to take away.
import { label } from '@drawbridge/resource'
import { narrow } from '../../engine/narrow.ts'
import { visibleRows } from '../../engine/visible.ts'
import { html } from '../../platform/http/html.ts'
import type { Route } from '../../platform/http/route.ts'
import { commands, narrowedBy } from './command.ts'
import { sourceOf } from './command-sources.ts'

const DAYS = 5
const MOST = 10_000

const words = {
  title: label('命令报告', 'Command report'),
  head: label(
    '日期,用户,资产,系统用户,风险等级,命令,输出',
    'Datetime,User,Asset,System user,Risk level,Command,Output',
  ),
}

export const commandReportRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v1/terminal/commands/export/',
    access: ['orgAdmin', 'orgAuditor', 'app'],
    doc: { area: 'terminal', summary: label('导出命令报告', 'Export a report of commands'), media: 'text/html' },
    run: async ({ ctx, query }) => {
      const { now, lang } = ctx.reader
      const date_from = query.date_from || new Date(now.getTime() - DAYS * 86_400_000).toISOString()
      const asked = { ...query, date_from }
      const { served } = await sourceOf(commands, asked, ctx)
      const found = await narrow(served, visibleRows(served, ctx), narrowedBy(asked), ctx)
      const rows = (await found.rows
        .selectAll('t' as never)
        .orderBy('t.timestamp')
        .limit(MOST)
        .execute()) as Row[]
      const page = html`<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${words.title[lang]}</title>
<style>body{font:14px sans-serif}td,th{border:1px solid #ccc;padding:4px;text-align:left;vertical-align:top}pre{margin:0;white-space:pre-wrap}</style>
<h1>${words.title[lang]} (${rows.length})</h1><table><tr>${words.head[lang].split(',').map((one) => html`<th>${one}</th>`)}</tr>
${rows.map(
  (
    row,
  ) => html`<tr><td>${new Date(row.timestamp * 1000).toISOString()}</td><td>${row.user}</td><td>${row.asset}</td><td>${row.system_user}</td><td>${String(row.risk_level)}</td><td><pre>${row.input}</pre></td><td><pre>${row.output}</pre></td></tr>
`,
)}</table></html>`
      const name = `command-report-${now.toISOString().slice(0, 10)}.html`
      return {
        status: 200,
        body: String(page),
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
        },
      }
    },
  },
]

interface Row {
  readonly user: string
  readonly asset: string
  readonly system_user: string
  readonly input: string
  readonly output: string
  readonly risk_level: number
  readonly timestamp: number
}
