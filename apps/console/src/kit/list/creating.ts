// Whether something can be created from a list. Pure.
import type { Session } from '../../api/session.ts'
import type { ListSpec } from '../spec.ts'
import { holds } from '../when.ts'

export const offersCreate = ({ create }: Pick<ListSpec, 'create'>, session: Session): boolean =>
  holds(create, session, true)

/** Nothing is created in the root organisation, unless the screen says otherwise. */
export const canCreate = ({ canCreate: can }: Pick<ListSpec, 'canCreate'>, session: Session): boolean =>
  holds(can, session, !session.org?.is_root)
