// Figures of the components under the names of the contract, made anew for each question.
import { terminalTypes } from '@drawbridge/model'
import { Gauge, Registry } from 'prom-client'
import { type ComponentFigures, componentStatuses } from '../../platform/http/components.ts'

const STATE = [
  'system_cpu_load_1',
  'system_memory_used_percent',
  'system_disk_used_percent',
  'session_active_count',
] as const

/** Of the server itself alone, or with all that carry sessions. */
export const componentsText = (components?: readonly ComponentFigures[]): Promise<string> => {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name: `jumpserver_components_${name}`, help, labelNames, registers: [registry] })
  const status = gauge('status_total', 'Components by type and status', ['component_type', 'status'])
  status.set({ component_type: 'core', status: 'normal' }, 1)
  if (!components) return registry.metrics()
  const sessions = gauge('session_active_total', 'Sessions by type of component', ['component_type'])
  for (const [component_type] of terminalTypes) {
    const mine = components.filter(({ type }) => type === component_type)
    status.set({ component_type, status: 'total' }, mine.length)
    for (const one of componentStatuses)
      status.set({ component_type, status: one }, mine.filter((component) => component.status === one).length)
    sessions.set(
      { component_type },
      mine.reduce((sum, { state }) => sum + (state.session_active_count ?? 0), 0),
    )
  }
  for (const figure of STATE) {
    const told = gauge(figure, 'As the component told it', ['component_type', 'component'])
    for (const { name, type, state } of components)
      if (state[figure] !== undefined) told.set({ component_type: type, component: name }, state[figure])
  }
  return registry.metrics()
}
