// From and to, behind one button: ready-made spans first, exact times below.
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { DEFAULT_TIMES, dayOf, instantOf, lastDays, parseDate, type Range, timeOf } from './dates.ts'
import { Icon } from './icon.tsx'
import { useFloating } from './placement.ts'
import { useWords } from './words.ts'

export interface DateRangeProps {
  value: Range
  onChange(range: Range): void
  shortcuts: readonly { label: string; days: number }[]
  labels?: { from?: string; to?: string }
  /** Both ends can be taken away. */
  clearable?: boolean
  disabled?: boolean
}

export function DateRange({ value, onChange, shortcuts, labels, clearable = true, disabled }: DateRangeProps) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = value.from || value.to
  const ends = [value.from, value.to].map((text) => {
    const date = parseDate(text)
    return date ? `${dayOf(date)} ${timeOf(date).slice(0, 5)}` : '…'
  })
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <span className="db-range">
      <button
        ref={button}
        type="button"
        className={classes('db-input db-range-button', !chosen && 'db-range-none')}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="clock" />
        <span className="db-hidden">{words.dateRange}</span>
        <span className="db-range-text">{chosen ? `${ends[0]} ${words.to} ${ends[1]}` : words.anyTime}</span>
        <Icon name="chevron-down" />
      </button>
      {open && (
        <RangePanel
          value={value}
          labels={labels}
          shortcuts={shortcuts}
          clearable={clearable}
          button={button}
          onAway={() => setOpen(false)}
          onCancel={close}
          onChoose={(range) => {
            close()
            onChange(range)
          }}
        />
      )}
    </span>
  )
}

interface PanelProps {
  value: Range
  labels?: { from?: string; to?: string }
  shortcuts: DateRangeProps['shortcuts']
  clearable: boolean
  button: RefObject<HTMLButtonElement | null>
  onAway(): void
  onCancel(): void
  onChoose(range: Range): void
}

interface End {
  day: string
  time: string
}
const endOf = (text: string | undefined, time: string): End => {
  const date = parseDate(text)
  return date ? { day: dayOf(date), time: timeOf(date) } : { day: '', time }
}

function RangePanel({ value, labels, shortcuts, clearable, button, onAway, onCancel, onChoose }: PanelProps) {
  const words = useWords()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [from, setFrom] = useState(() => endOf(value.from, DEFAULT_TIMES.from))
  const [to, setTo] = useState(() => endOf(value.to, DEFAULT_TIMES.to))
  const [tried, setTried] = useState(false)
  useFloating(panel, () => button.current?.getBoundingClientRect(), { inside: button, onAway })
  useEffect(() => panel.current?.querySelector<HTMLElement>('button, input')?.focus({ preventScroll: true }), [])

  const first = instantOf(from.day, from.time || DEFAULT_TIMES.from)
  const last = instantOf(to.day, to.time || DEFAULT_TIMES.to)
  const wrong = !first || !last ? words.badDate : first > last ? words.endBeforeStart : undefined

  const ends = [
    { key: 'from', end: from, set: setFrom, day: labels?.from ?? words.startDate, time: words.startTime },
    { key: 'to', end: to, set: setTo, day: labels?.to ?? words.endDate, time: words.endTime },
  ] as const
  return (
    <div
      ref={panel}
      className="db-range-panel"
      popover="manual"
      role="dialog"
      aria-label={words.dateRange}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          setTried(true)
          if (!wrong) onChoose({ from: first, to: last })
        }}
      >
        <div className="db-range-shortcuts">
          {shortcuts.map((shortcut) => (
            <Button key={shortcut.days} size="small" onClick={() => onChoose(lastDays(shortcut.days, new Date()))}>
              {shortcut.label}
            </Button>
          ))}
        </div>
        {ends.map(({ key, end, set, day, time }) => (
          <div className="db-range-end" key={key}>
            <label htmlFor={`${id}${key}`}>{day}</label>
            <input
              id={`${id}${key}`}
              type="date"
              className="db-input"
              max="9999-12-31"
              value={end.day}
              aria-invalid={(tried && wrong !== undefined) || undefined}
              aria-describedby={tried && wrong ? `${id}wrong` : undefined}
              onChange={(event) => set({ ...end, day: event.target.value })}
            />
            <input
              type="time"
              step={1}
              className="db-input"
              aria-label={time}
              value={end.time}
              onChange={(event) => set({ ...end, time: event.target.value })}
            />
          </div>
        ))}
        <div className="db-field-error" id={`${id}wrong`} role="alert">
          {tried && wrong && (
            <>
              <Icon name="warning" />
              <span>{wrong}</span>
            </>
          )}
        </div>
        <div className="db-range-actions">
          {clearable && (
            <Button kind="quiet" size="small" onClick={() => onChoose({})}>
              {words.anyTime}
            </Button>
          )}
          <span className="db-spring" />
          <Button size="small" onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button kind="primary" size="small" type="submit">
            {words.confirm}
          </Button>
        </div>
      </form>
    </div>
  )
}
