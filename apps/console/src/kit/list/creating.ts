// Whether something can be created from a list. Pure.
import type { Session } from '../../api/session.ts'
import type { MenuItem } from '../../ui/index.ts'
import { inLanguage } from '../../words/messages.ts'
import type { PathQuery } from '../paths.ts'
import type { CreateChoice, ListSpec } from '../spec.ts'
import { holds } from '../when.ts'

export const offersCreate = ({ create }: Pick<ListSpec, 'create'>, session: Session): boolean =>
  holds(create, session, true)

/** Nothing is created in the root organisation, unless the screen says otherwise. */
export const canCreate = ({ canCreate: can }: Pick<ListSpec, 'canCreate'>, session: Session): boolean =>
  holds(can, session, !session.org?.is_root)

/** The kinds there are for who is here, under their headings. */
export const createItems = (
  choices: readonly CreateChoice[],
  session: Session,
  choose: (query: PathQuery) => void,
): MenuItem[] => {
  const shown = choices.filter(({ has }) => holds(has, session, true))
  return shown.flatMap(({ key, text, heading, query }, index): MenuItem[] => {
    const entry = { key, text: inLanguage(text), onSelect: () => choose(query) }
    const isFirst = heading && shown[index - 1]?.heading !== heading
    return isFirst ? [{ heading: inLanguage(heading) }, entry] : [entry]
  })
}
