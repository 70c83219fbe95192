// When the login ends while a form is open, what was typed is kept for when the person is back.
import { useEffect, useEffectEvent, useState } from 'react'
import { onFailure } from '../../api/client.ts'
import { currentSession } from '../../api/session.ts'
import { draftOf, keepDraft } from './draft.ts'
import type { Values } from './fields.ts'
import type { Form } from './use-form.ts'

const UNAUTHORISED = 401

/** True while everything typed so far is kept: then leaving loses nothing. */
export const useDraftOnLogout = (place: string, form: Form): boolean => {
  const [kept, setKept] = useState<Values>()
  const keep = useEffectEvent(() => {
    if (!form.isDirty) return
    keepDraft(draftOf(place, currentSession().profile?.id ?? '', form.fields, form.state.raw))
    setKept(form.state.raw)
  })
  useEffect(
    () =>
      onFailure(({ status }) => {
        if (status === UNAUTHORISED) keep()
      }),
    [],
  )
  return kept === form.state.raw
}
