// What a detail page offers to do, and where nothing may be done. Pure.
import { inRootOrg, type Session } from '../../api/session.ts'
import type { DetailContext, DetailSpec } from '../spec.ts'
import { holds } from '../when.ts'

export interface Offer {
  readonly shown: boolean
  readonly enabled: boolean
}

/** Update not in the root organisation, delete everywhere, unless the page says otherwise. */
export const offersOf = (
  spec: Pick<DetailSpec, 'update' | 'canUpdate' | 'delete' | 'canDelete'>,
  context: DetailContext,
): { readonly update: Offer; readonly delete: Offer } => ({
  update: {
    shown: holds(spec.update, context, true),
    enabled: holds(spec.canUpdate, context, !inRootOrg(context.session)),
  },
  delete: { shown: holds(spec.delete, context, true), enabled: holds(spec.canDelete, context, true) },
})

/** Relations are not changed in the root organisation, unless the screen says otherwise. */
export const isRelationDisabled = (disabled: boolean | undefined, session: Session): boolean =>
  disabled ?? inRootOrg(session)
