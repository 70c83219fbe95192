// Choices that hold other choices: a parent is chosen when all below it are. Pure.
import type { Text } from '../../words/messages.ts'

export interface TreeChoice {
  readonly value: string
  readonly label: Text
  readonly below?: readonly TreeChoice[]
}

export type Ticked = 'all' | 'some' | 'none'

export const leavesOf = ({ value, below }: TreeChoice): readonly string[] => below?.flatMap(leavesOf) ?? [value]

/** The leaves that a value means; a parent in it means all of its own. */
export const chosenLeaves = (root: TreeChoice, value: readonly string[]): ReadonlySet<string> =>
  new Set(
    value.includes(root.value) ? leavesOf(root) : (root.below ?? []).flatMap((one) => [...chosenLeaves(one, value)]),
  )

export const tickOf = (choice: TreeChoice, leaves: ReadonlySet<string>): Ticked => {
  const own = leavesOf(choice)
  const count = own.filter((leaf) => leaves.has(leaf)).length
  return count === 0 ? 'none' : count === own.length ? 'all' : 'some'
}

export const withChoice = (root: TreeChoice, value: readonly string[], choice: TreeChoice, on: boolean): string[] => {
  const leaves = new Set(chosenLeaves(root, value))
  for (const leaf of leavesOf(choice)) on ? leaves.add(leaf) : leaves.delete(leaf)
  return namesOf(root, leaves)
}

/** Every name that is fully chosen, parents first. */
const namesOf = (choice: TreeChoice, leaves: ReadonlySet<string>): string[] => [
  ...(tickOf(choice, leaves) === 'all' ? [choice.value] : []),
  ...(choice.below ?? []).flatMap((one) => namesOf(one, leaves)),
]

/** As few words as say it: a parent instead of all below it. */
export const topmost = (choice: TreeChoice, value: readonly string[]): readonly TreeChoice[] => {
  const leaves = chosenLeaves(choice, value)
  if (tickOf(choice, leaves) === 'all') return [choice]
  return (choice.below ?? []).flatMap((one) => topmost(one, [...leaves]))
}
