// Figures for Prometheus. Anybody learns that the server is up; how it is doing is for those who run it.
import { may } from '@drawbridge/model'
import { label } from '@drawbridge/resource'
import { parseAuthorization } from '../../platform/auth/authorization.ts'
import { sameText } from '../../platform/auth/token.ts'
import { componentStatus, metrics, publicMetrics } from '../../platform/http/metrics.ts'
import type { Call, Route } from '../../platform/http/route.ts'

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
    componentStatus.set({ component_type: 'core', status: 'normal' }, 1)
    const told = isOperator(call) ? [publicMetrics, metrics] : [publicMetrics]
    const texts = await Promise.all(told.map((registry) => registry.metrics()))
    return { status: 200, body: texts.join('\n'), headers: { 'content-type': metrics.contentType } }
  },
}

const isOperator = ({ ctx, request }: Call): boolean => {
  if (may(ctx.caller, ['superAdmin'])) return true
  const { bootstrapToken } = ctx.services.config
  const given = parseAuthorization(request.headers.authorization)
  return Boolean(bootstrapToken && given.kind === 'bootstrap' && sameText(given.token, bootstrapToken))
}
