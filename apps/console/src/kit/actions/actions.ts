// What can be done to a row: update, delete, clone and what the screen adds, in their order, shown or tucked away.
import { inLanguage } from '../../words/messages.ts'
import { say } from '../../words/say.ts'
import type { ListSpec, RowAction, RowContext } from '../spec.ts'
import { holds } from '../when.ts'

export interface OfferedAction {
  readonly key: string
  readonly text: string
  readonly danger: boolean
  readonly disabled: boolean
  run(): unknown
}

export interface StandardRuns {
  /** Undefined: there is nowhere to go, so the action is not offered. */
  readonly update?: () => unknown
  readonly clone?: () => unknown
  readonly delete?: () => unknown
}

/** So many are shown as they are; of more, only the first. */
export const SHOWN_ACTIONS = 2
const ORDER = { update: 10, delete: 20, clone: 30, other: 100 } as const

export const offeredActions = (
  spec: ListSpec['rowActions'] = {},
  context: RowContext,
  runs: StandardRuns,
): OfferedAction[] => {
  // Nothing is written in the root organisation, unless the screen says otherwise.
  const writable = !context.session.org?.is_root
  const standard = [
    { key: 'update', text: say.update, order: ORDER.update, run: runs.update, has: spec.update, can: spec.canUpdate },
    { key: 'delete', text: say.delete, order: ORDER.delete, run: runs.delete, has: spec.delete, can: spec.canDelete },
    { key: 'clone', text: say.clone, order: ORDER.clone, run: runs.clone, has: spec.clone, can: spec.canClone },
  ].flatMap(({ key, text, order, run, has, can }) =>
    run && holds(has, context, true)
      ? [
          {
            key,
            text,
            order,
            run,
            danger: key === 'delete',
            disabled: !holds(can, context, key === 'delete' || writable),
          },
        ]
      : [],
  )
  const more = (spec.more ?? []).filter((action) => holds(action.has, context, true)).map(offer(context))
  return [...standard, ...more].sort((a, b) => a.order - b.order).map(({ order: _, ...action }) => action)
}

/** Two or fewer stand there; of more the first, and the others under a menu. */
export const splitActions = (
  actions: readonly OfferedAction[],
): { shown: readonly OfferedAction[]; tucked: readonly OfferedAction[] } =>
  actions.length <= SHOWN_ACTIONS
    ? { shown: actions, tucked: [] }
    : { shown: actions.slice(0, 1), tucked: actions.slice(1) }

const offer = (context: RowContext) => (action: RowAction) => ({
  key: action.key,
  text: inLanguage(action.text),
  order: action.order ?? ORDER.other,
  danger: action.danger ?? false,
  disabled: !holds(action.can, context, true),
  run: () => action.run(context),
})
