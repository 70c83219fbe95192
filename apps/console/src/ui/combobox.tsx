// A searchable choice, of one or of many, from options at hand or from pages that come while one scrolls.
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { type OptionSource, useOptions } from './combobox-options.ts'
import { type ControlProps, useControl } from './field.tsx'
import { Icon } from './icon.tsx'
import { useFloating } from './placement.ts'
import { Tag } from './tag.tsx'
import { useWords } from './words.ts'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

type Value<Multiple extends boolean> = Multiple extends true ? readonly string[] : string

export interface ComboboxProps<Multiple extends boolean = false> extends ControlProps, OptionSource {
  multiple?: Multiple
  value: Value<Multiple> | null | undefined
  /** An emptied single choice is the empty text. */
  onChange(value: Multiple extends true ? string[] : string, options: Option[]): void
  clearable?: boolean
  placeholder?: string
  /** Labels of values that are chosen already. */
  selected?: readonly Option[]
  /** Accessible name where no field is around it. */
  label?: string
  className?: string
}

export function Combobox<Multiple extends boolean = false>(props: ComboboxProps<Multiple>) {
  const { id, value, multiple, clearable, disabled, placeholder, selected, options, load, label, className } = props
  const words = useWords()
  const aria = useControl(props)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const found = useOptions({ options, load }, open, typed)

  const chosen: readonly string[] = Array.isArray(value) ? value : value ? [value as string] : []
  const optionOf = (one: string): Option =>
    selected?.find((o) => o.value === one) ?? found.known(one) ?? { value: one, label: one }
  const shown = found.options
  const at = Math.min(active, Math.max(0, shown.length - 1))

  const emit = (values: string[]) => {
    const all = values.map(optionOf)
    const change = props.onChange as (value: string[] | string, options: Option[]) => void
    change(multiple ? values : (values[0] ?? ''), all)
  }
  const show = () => {
    if (disabled || open) return
    setActive(Math.max(0, multiple ? 0 : shown.findIndex((option) => option.value === chosen[0])))
    setOpen(true)
  }
  const hide = () => {
    setOpen(false)
    setTyped('')
  }
  const choose = (option: Option) => {
    if (option.disabled) return
    found.remember(option)
    if (!multiple) {
      emit([option.value])
      hide()
    } else if (chosen.includes(option.value)) emit(chosen.filter((one) => one !== option.value))
    else {
      emit([...chosen, option.value])
      setTyped('')
    }
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the writing of a Chinese word chooses nothing.
    if (event.nativeEvent.isComposing) return
    const step = (to: number) => {
      if (!open) return show()
      const next = Math.max(0, Math.min(to, shown.length - 1))
      setActive(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
      if (next > shown.length - 4) found.more()
    }
    const keys = new Map<string, (() => void) | false | undefined>([
      ['ArrowDown', () => step(at + 1)],
      ['ArrowUp', () => step(at - 1)],
      ['PageDown', open && (() => step(at + 8))],
      ['PageUp', open && (() => step(at - 8))],
      ['Enter', open && shown[at] && (() => choose(shown[at]!))],
      ['Escape', open && hide],
      ['Backspace', typed === '' && multiple && chosen.length > 0 && (() => emit(chosen.slice(0, -1)))],
    ])
    const act = keys.get(event.key)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  const single = !multiple && chosen[0] !== undefined ? optionOf(chosen[0]).label : ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the box around the text box gives its clicks to it.
    <div
      ref={box}
      className={classes(
        'db-combobox',
        disabled && 'db-combobox-disabled',
        aria['aria-invalid'] && 'db-combobox-invalid',
        className,
      )}
      onMouseDown={(event) => {
        if ((event.target as Element).closest('input, button, .db-options')) return
        event.preventDefault()
        input.current?.focus()
        if (open) hide()
        else show()
      }}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        if (open) hide()
        props.onBlur?.()
      }}
    >
      {multiple &&
        chosen.map((one) => {
          const option = optionOf(one)
          return (
            <Tag
              key={one}
              closeLabel={words.remove(option.label)}
              onClose={
                disabled
                  ? undefined
                  : () => {
                      emit(chosen.filter((other) => other !== one))
                      input.current?.focus()
                    }
              }
            >
              {option.label}
            </Tag>
          )
        })}
      <input
        {...aria}
        ref={input}
        id={id}
        className="db-combobox-input"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && shown[at] ? `${listId}-${at}` : undefined}
        disabled={disabled}
        placeholder={single || (chosen.length > 0 ? undefined : (placeholder ?? words.select))}
        data-chosen={single ? '' : undefined}
        value={open ? typed : typed || single}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onClick={() => (open ? undefined : show())}
        onKeyDown={onKeyDown}
      />
      {clearable && chosen.length > 0 && !disabled && (
        <button
          type="button"
          className="db-input-clear"
          aria-label={words.clear}
          onClick={() => {
            emit([])
            input.current?.focus()
          }}
        >
          <Icon name="cross" />
        </button>
      )}
      <span className="db-combobox-arrow" aria-hidden="true">
        <Icon name="chevron-down" />
      </span>
      {open && (
        <Options
          id={listId}
          label={label}
          labelledBy={label ? undefined : `${id}-label`}
          multiple={Boolean(multiple)}
          options={shown}
          chosen={chosen}
          active={at}
          busy={found.busy}
          failed={found.failed}
          searching={typed !== ''}
          onChoose={choose}
          onActive={setActive}
          onMore={found.more}
          onRetry={found.retry}
          onAway={hide}
          box={box}
        />
      )}
    </div>
  )
}

/** This near to the end the next page is asked for. */
const NEAR_END = 200

interface OptionsProps {
  id: string
  label?: string
  labelledBy?: string
  multiple: boolean
  options: readonly Option[]
  chosen: readonly string[]
  active: number
  busy: boolean
  failed: boolean
  searching: boolean
  box: RefObject<HTMLDivElement | null>
  onChoose(option: Option): void
  onActive(index: number): void
  onMore(): void
  onRetry(): void
  onAway(): void
}

function Options(props: OptionsProps) {
  const { id, options, chosen, active, busy, failed } = props
  const words = useWords()
  const popup = useRef<HTMLDivElement>(null)
  useFloating(popup, () => props.box.current?.getBoundingClientRect(), {
    sameWidth: true,
    inside: props.box,
    onAway: props.onAway,
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus where it is; its options are chosen by key too.
    <div
      ref={popup}
      className="db-options"
      popover="manual"
      aria-busy={busy}
      // Focus stays in the text box; a press must not take it away.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div
        role="listbox"
        className="db-options-list"
        id={id}
        onScroll={(event) => {
          const list = event.currentTarget
          if (list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END) props.onMore()
        }}
        aria-label={props.label}
        aria-labelledby={props.labelledBy}
        aria-multiselectable={props.multiple || undefined}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are at the text box, as the combobox pattern asks.
          <div
            key={option.value}
            id={`${id}-${index}`}
            className={classes('db-option', index === active && 'db-option-active')}
            role="option"
            aria-selected={chosen.includes(option.value)}
            aria-disabled={option.disabled || undefined}
            onPointerMove={() => index !== active && props.onActive(index)}
            onClick={() => props.onChoose(option)}
          >
            <span className="db-option-text" data-tip-cut="">
              {option.label}
            </span>
            {chosen.includes(option.value) && <Icon name="check" />}
          </div>
        ))}
      </div>
      <div role="status" className="db-options-status">
        {busy && <span className="db-options-note">{words.loading}</span>}
        {!busy && failed && <span className="db-options-note">{words.loadFailed}</span>}
        {!busy && !failed && options.length === 0 && (
          <span className="db-options-note">{props.searching ? words.nothingMatches : words.noOptions}</span>
        )}
      </div>
      {!busy && failed && (
        <button type="button" tabIndex={-1} className="db-button db-button-link" onClick={props.onRetry}>
          {words.retry}
        </button>
      )}
    </div>
  )
}
