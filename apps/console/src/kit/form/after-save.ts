// Which buttons a form has, and where a save leads. Pure.
import { say } from '../../words/say.ts'
import type { FormContext, FormSpec, Item } from '../spec.ts'

/** `more`: save and add another. */
export type Saving = 'save' | 'more'

export const offersMore = (spec: FormSpec, mode: FormContext['mode']): boolean =>
  mode === 'create' && !spec.single && spec.hasSaveAndAdd !== false

export const offersReset = (mode: FormContext['mode']): boolean => mode === 'update'

export const savedText = (mode: FormContext['mode'], saving: Saving): string =>
  mode === 'update' ? say.updateSuccess : saving === 'more' ? say.createContinue : say.createSuccess

export const savedName = (saved: Item): string => String(saved.name || saved.hostname || say.resource)

/** A path, or nothing: then the form stays. What an area does with a saved object is done also when another follows. */
export const wayOn = (spec: FormSpec, saving: Saving, saved: Item, list: string | undefined): string | undefined => {
  const after = spec.afterSave ?? (spec.single ? 'stay' : 'list')
  const to = typeof after === 'function' ? after(saved) : after === 'list' ? list : undefined
  return saving === 'more' ? undefined : to
}
