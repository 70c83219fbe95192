// Figures for Prometheus. Anybody learns that the server is up; how it is doing is for those who run it.
import { may } from '@drawbridge/model'
import { label } from '@drawbridge/resource'
import { parseAuthorization } from '../../platform/auth/authorization.ts'
import { sameText } from '../../platform/auth/token.ts'
import { componentFigures } from '../../platform/http/components.ts'
import { metrics } from '../../platform/http/metrics.ts'
import type { Call, Route } from '../../platform/http/route.ts'
import { componentsText } from './component-figures.ts'

export const metricsRoute: Route = {
  method: 'GET',
  path: '/api/v1/prometheus/metrics/',
  access: ['anonymous'],
  doc: {
    summary: label('监控指标', 'Metrics'),
    description: label(
      'Prometheus 文本格式。系统管理员，或带有请求头 “Authorization: BootstrapToken …” 的采集程序可获得全部指标。',
      'In the text format of Prometheus. Complete for system administrators, and for a collector that sends "Authorization: BootstrapToken …".',
    ),
    area: 'service',
    media: 'text/plain',
  },
  run: async (call) => {
    const texts = isOperator(call)
      ? [await componentsText(await componentFigures(call.ctx.services)), await metrics.metrics()]
      : [await componentsText()]
    return { status: 200, body: texts.join('\n'), headers: { 'content-type': metrics.contentType } }
  },
}

const isOperator = ({ ctx, request }: Call): boolean => {
  if (may(ctx.caller, ['superAdmin'])) return true
  const { bootstrapToken } = ctx.services.config
  const given = parseAuthorization(request.headers.authorization)
  return Boolean(bootstrapToken && given.kind === 'bootstrap' && sameText(given.token, bootstrapToken))
}
