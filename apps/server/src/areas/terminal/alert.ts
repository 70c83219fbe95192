// Dangerous commands, told by mail to those whom the security settings name.
import { RISK } from '@drawbridge/model'
import { id, integer, label, parseDraft, text } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import type { Ctx } from '../../platform/context.ts'
import type { Route } from '../../platform/http/route.ts'
import { componentOf } from './component.ts'

const fields = {
  input: text(label('命令', 'Command'), { required: true, max: 1024, untrimmed: true }),
  asset: text(label('资产', 'Asset'), { required: true, max: 256 }),
  user: text(label('用户', 'User'), { required: true, max: 256 }),
  risk_level: integer(label('风险等级', 'Risk level'), { required: true }),
  session: { ...id(), label: label('会话', 'Session'), required: true },
}

interface Alarm {
  readonly input: string
  readonly asset: string
  readonly user: string
  readonly risk_level: number
  readonly session: string
}

export const alertRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/v1/terminal/commands/insecure-command/',
    access: ['app'],
    doc: { area: 'terminal', summary: label('危险命令告警', 'Tell of dangerous commands'), takes: fields, many: true },
    run: async ({ ctx, body }) => {
      await componentOf(ctx)
      const drafted = (Array.isArray(body) ? body : [body]).map((one) => parseDraft(fields, one, 'create', ctx.reader))
      if (drafted.some(({ problems }) => problems)) throw new InvalidBody(drafted.map(({ problems }) => problems ?? {}))
      for (const one of drafted) if ('draft' in one) alarm(one.draft as unknown as Alarm, ctx)
      return { status: 200 }
    },
  },
]

const alarm = ({ input, asset, user, risk_level, session }: Alarm, { services, reader }: Ctx): void => {
  const {
    SECURITY_INSECURE_COMMAND: wanted,
    SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER: list,
    SITE_URL,
  } = services.settings.values
  if (!wanted || risk_level < RISK.dangerous) return
  const link = new URL(`/ui/#/terminal/sessions/${session}`, SITE_URL).href
  const [first = ''] = input.split('\n')
  const say = {
    zh: [
      `危险命令告警: ${user} 在 ${asset} 上执行`,
      `用户: ${user}`,
      `资产: ${asset}`,
      `命令: ${input}`,
      `会话: ${link}`,
    ],
    en: [
      `Dangerous command by ${user} on ${asset}`,
      `User: ${user}`,
      `Asset: ${asset}`,
      `Command: ${input}`,
      `Session: ${link}`,
    ],
  }[reader.lang]
  const [subject, ...lines] = say as [string, ...string[]]
  for (const to of String(list ?? '').split(/[,，]/)) {
    if (to.trim() !== '')
      services.post.send({ to: to.trim(), subject: `${subject}: ${first.slice(0, 64)}`, text: `${lines.join('\n')}\n` })
  }
}
