import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { IconButton, Tag } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import { ANYWHERE, shownTags, type TagField, withoutLast, withTag } from './search.ts'
import type { Tags } from './view.ts'
import { words } from './words.ts'

interface Offer {
  readonly key: string
  readonly text: string
  pick(): void
}

export interface SearchBoxProps {
  readonly tags: Tags
  readonly fields: readonly TagField[]
  onChange(tags: Tags): void
}

/** Tags of what is searched, and a box for the next: type and Enter, or choose a field first. */
export function SearchBox({ tags, fields, onChange }: SearchBoxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [field, setField] = useState<TagField>()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)

  const reset = () => {
    setText('')
    setField(undefined)
    setOpen(false)
    setActive(-1)
  }
  const put = (key: string, value: string) => {
    reset()
    onChange(withTag(tags, key, value))
  }
  const choose = (one: TagField) => {
    setField(one)
    setText('')
    setActive(-1)
    setOpen(Boolean(one.choices))
    input.current?.focus()
  }
  const commit = () => {
    if (text.trim() && !field?.choices) put(field?.key ?? ANYWHERE, text)
  }
  const takeBack = (key: string, value: string) => {
    setField(fields.find((one) => one.key === key))
    setText(value)
    onChange(withTag(tags, key, undefined))
    input.current?.focus()
  }

  const offers: readonly Offer[] = !open
    ? []
    : field
      ? matching(field.choices ?? [], text).map(({ value, label }) => ({
          key: value,
          text: label,
          pick: () => put(field.key, value),
        }))
      : matching(fields, text).map((one) => ({ key: one.key, text: one.label, pick: () => choose(one) }))

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter also ends the choice of a word in Chinese input; that one is not ours.
    if (event.nativeEvent.isComposing) return
    const act = actionFor(event.key)
    if (!act) return
    event.preventDefault()
    act()
  }
  const actionFor = (key: string): (() => void) | undefined => {
    if (key === 'Enter') return offers[active]?.pick ?? commit
    if (key === 'ArrowDown') return () => (open ? step(1) : setOpen(true))
    if (key === 'ArrowUp') return () => step(-1)
    if (key === 'Escape') return field ? reset : open ? () => setOpen(false) : text ? () => setText('') : undefined
    if (key !== 'Backspace' || text) return undefined
    if (field) return reset
    return Object.keys(tags).length > 0 ? () => onChange(withoutLast(tags)) : undefined
  }
  const step = (by: 1 | -1) =>
    setActive((Math.max(active, by === 1 ? -1 : 0) + by + offers.length) % (offers.length || 1))

  const shown = shownTags(tags, fields)
  const hint = () => {
    if (field) return field.choices ? words.chooseValue : say.pressEnter
    if (shown.length > 0) return ''
    return fields.length > 0 ? words.searchHint : say.search
  }
  const listed = open && offers.length > 0
  return (
    <search
      className="db-search"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        setOpen(false)
        setActive(-1)
        commit()
      }}
    >
      <div className="db-search-box">
        {fields.length > 0 && (
          <IconButton
            icon="filter"
            label={words.searchIn}
            aria-expanded={listed}
            aria-controls={id}
            onClick={() => {
              setField(undefined)
              setOpen(!open)
              input.current?.focus()
            }}
          />
        )}
        {shown.map(({ key, label, text, value, editable }) => (
          <Tag
            key={key}
            onClose={() => onChange(withTag(tags, key, undefined))}
            closeLabel={words.removeTag(label)}
            onClick={editable ? () => takeBack(key, value) : undefined}
          >
            {key === ANYWHERE ? text : `${label}: ${text}`}
          </Tag>
        ))}
        {field && <span className="db-search-field">{field.label}:</span>}
        <input
          ref={input}
          className="db-search-input"
          type="text"
          role="combobox"
          autoComplete="off"
          aria-label={field ? field.label : say.search}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={listed}
          aria-controls={id}
          aria-activedescendant={listed && active >= 0 ? `${id}-${active}` : undefined}
          placeholder={hint()}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(-1)
            if (field?.choices) setOpen(true)
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        {(shown.length > 0 || text !== '' || field) && (
          <IconButton
            icon="cross"
            label={say.clearSearch}
            onClick={() => {
              reset()
              if (shown.length > 0) onChange({})
              input.current?.focus()
            }}
          />
        )}
      </div>
      <div
        id={id}
        role="listbox"
        className="db-search-list"
        aria-label={field?.label ?? words.searchIn}
        hidden={!listed}
      >
        {offers.map((offer, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the box above keeps the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the box above.
          <div
            key={offer.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="db-search-option"
            onMouseDown={(event) => event.preventDefault()}
            onClick={offer.pick}
          >
            {offer.text}
          </div>
        ))}
      </div>
    </search>
  )
}

const matching = <One extends { readonly label: string }>(all: readonly One[], text: string): readonly One[] => {
  const part = text.trim().toLowerCase()
  return part === '' ? all : all.filter(({ label }) => label.toLowerCase().includes(part))
}
