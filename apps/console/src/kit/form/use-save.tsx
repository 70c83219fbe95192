// Sends a form, and what follows: messages, the way on, or what the server would not take.
import { useEffect, useRef, useState } from 'react'
import { call, type Method } from '../../api/client.ts'
import { Failure } from '../../api/failure.ts'
import { changed } from '../../api/resource.ts'
import { confirm, notify } from '../../ui/index.ts'
import { go, Link } from '../going.tsx'
import { REDIRECT_MS } from '../limits.ts'
import { findPath } from '../paths.ts'
import { sibling } from '../route.ts'
import type { FormContext, FormSpec, Item } from '../spec.ts'
import { type Saving, savedName, savedText, wayOn } from './after-save.ts'
import { dropDraft } from './draft.ts'
import type { Form } from './use-form.ts'
import { payloadOf, startValues } from './values.ts'
import { words } from './words.ts'

const COLLIDED = 409

interface Job {
  readonly spec: FormSpec
  readonly target: { readonly method: Method; readonly url: string }
  readonly mode: FormContext['mode']
  readonly form: Form
  readonly at: FormContext
  /** The state of the object that the form began with. */
  readonly seen?: string
}

export const useSave = ({ spec, target, mode, form, at, seen }: Job) => {
  const [saving, setSaving] = useState<Saving>()
  // State comes a drawing too late for the second of two quick clicks.
  const isUnderWay = useRef(false)
  const state = useRef(seen)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])

  const save = async (kind: Saving): Promise<void> => {
    if (isUnderWay.current || !form.submit()) return
    isUnderWay.current = true
    setSaving(kind)
    let goesOn = false
    try {
      const body = payloadOf(form.fields, form.state, spec.clean, at)
      const answer = await send(body)
      if (!answer) return
      const { saved } = answer
      state.current = undefined
      dropDraft()
      void changed(spec.url)
      spec.saved?.(saved)
      tell(kind, saved)
      goesOn = follow(kind, saved)
    } catch (failure) {
      form.refuse(failure)
    } finally {
      // On the way to the list there is nothing more to send.
      if (!goesOn) {
        isUnderWay.current = false
        setSaving(undefined)
      }
    }
  }

  /** Nothing, where somebody else changed the object meanwhile and their changes are to stay. */
  const send = async (body: unknown): Promise<{ readonly saved: Item } | undefined> => {
    const write = async (seen?: string) => ({
      saved: await call<Item>(target.method, target.url, { body, ...(seen && { seen, expects: COLLIDED }) }),
    })
    try {
      return await write(state.current)
    } catch (failure) {
      if (!state.current || !(failure instanceof Failure) || failure.status !== COLLIDED) throw failure
      return (await confirm({ text: words.changedMeanwhile, ok: words.saveAnyway, danger: true })) ? write() : undefined
    }
  }

  const tell = (kind: Saving, saved: Item | undefined) => {
    const text = savedText(mode, kind)
    const path = saved?.id && !spec.single ? findPath(sibling(spec.name, 'Detail'), { id: saved.id }) : undefined
    if (!path) return notify.success(text)
    notify.success(
      <>
        <Link className="db-link" to={path}>
          {savedName(saved!)}
        </Link>{' '}
        {text}
      </>,
    )
  }

  /** Whether it leads away from the form. */
  const follow = (kind: Saving, saved: Item): boolean => {
    const to = wayOn(spec, kind, saved, findPath(sibling(spec.name, 'List')))
    if (to === undefined) {
      form.begin(kind === 'more' ? form.state.raw : startValues(form.fields, { kind: 'existing', item: saved ?? {} }))
      return false
    }
    form.begin(form.state.raw)
    leaving.current = setTimeout(() => void go(to), REDIRECT_MS)
    return true
  }

  return { save, saving }
}
