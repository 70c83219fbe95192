// Check boxes in the order of a tree; ticking a parent ticks all below it.
import { Checkbox } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage } from '../../words/messages.ts'
import type { InputProps } from '../spec.ts'
import { chosenLeaves, type TreeChoice, tickOf, withChoice } from './choice-tree.ts'

export interface ChoiceTreeProps extends InputProps {
  readonly root: TreeChoice
}

export function ChoiceTree({ root, id, value, onChange, disabled, describedBy }: ChoiceTreeProps) {
  useLanguage()
  const chosen: readonly string[] = Array.isArray(value) ? value : []
  const leaves = chosenLeaves(root, chosen)
  const branch = (choice: TreeChoice) => {
    const tick = tickOf(choice, leaves)
    return (
      <li key={choice.value}>
        <Checkbox
          id={`${id}-${choice.value}`}
          value={tick === 'all'}
          indeterminate={tick === 'some'}
          disabled={disabled}
          onChange={(on) => onChange(withChoice(root, chosen, choice, on))}
        >
          {inLanguage(choice.label)}
        </Checkbox>
        {choice.below && <ul>{choice.below.map(branch)}</ul>}
      </li>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field around it has the label, so no fieldset.
    <div className="db-choice-tree" role="group" id={id} aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      <ul>{branch(root)}</ul>
    </div>
  )
}
