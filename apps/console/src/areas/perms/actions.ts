// What a rule lets people do: a tree, in which a parent stands for all below it.
import { createElement } from 'react'
import { ChoiceTree, type TreeChoice, topmost } from '../../kit/index.ts'
import type { FieldSpec, InputProps } from '../../kit/spec.ts'
import { inLanguage } from '../../words/messages.ts'
import { words } from './words.ts'

const one = (value: keyof typeof words, ...below: TreeChoice[]): TreeChoice => ({
  value,
  label: words[value] as TreeChoice['label'],
  ...(below.length > 0 && { below }),
})

export const ACTIONS: TreeChoice = one(
  'all',
  one('connect'),
  one('updownload', one('upload_file'), one('download_file')),
  one('clipboard_copy_paste', one('clipboard_copy'), one('clipboard_paste')),
)

export const actionsField: FieldSpec = {
  label: words.permission,
  help: words.clipboardHint,
  input: (props: InputProps) => createElement(ChoiceTree, { ...props, root: ACTIONS }),
  initial: ['all'],
}

export const actionTexts = (names: readonly string[]): string[] =>
  topmost(ACTIONS, names).map(({ label }) => inLanguage(label))
