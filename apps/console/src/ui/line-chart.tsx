import { type RefObject, useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { labelStep, ticksTo } from './chart-scale.ts'
import { useWords } from './words.ts'

export interface LineChartProps {
  /** What is shown, for those who do not see it. */
  label: string
  /** Along the bottom. */
  labels: readonly string[]
  series: readonly { name: string; values: readonly number[] }[]
  height?: number
}

const PAD = { left: 40, right: 12, top: 12, bottom: 24 } as const
const LABEL_PX = 52

export function LineChart({ label, labels, series, height = 220 }: LineChartProps) {
  const words = useWords()
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number>()
  const width = useWidth(box)

  const ticks = ticksTo(Math.max(0, ...series.flatMap((one) => one.values)))
  const top = ticks.at(-1) || 1
  const inner = { width: Math.max(0, width - PAD.left - PAD.right), height: height - PAD.top - PAD.bottom }
  const x = (index: number) =>
    PAD.left + (labels.length > 1 ? (index / (labels.length - 1)) * inner.width : inner.width / 2)
  const y = (value: number) => PAD.top + inner.height * (1 - value / top)
  const step = labelStep(labels.length, inner.width, LABEL_PX)
  const shown = at !== undefined && at < labels.length ? at : undefined

  return (
    <figure className="db-chart">
      <figcaption className="db-chart-legend" aria-hidden="true">
        {series.map((one, index) => (
          <span className="db-chart-key" key={one.name}>
            <svg viewBox="0 0 20 8" className={`db-chart-line db-series-${index % 4}`} aria-hidden="true">
              <path d="M0 4H20" />
            </svg>
            {one.name}
            {shown !== undefined && <b>{one.values[shown]}</b>}
          </span>
        ))}
        <span className="db-chart-at">{shown !== undefined && labels[shown]}</span>
      </figcaption>
      <div ref={box} className="db-chart-box" style={{ height }}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            aria-hidden="true"
            onPointerMove={(event) => {
              const left = event.clientX - event.currentTarget.getBoundingClientRect().left - PAD.left
              const index = Math.round((left / Math.max(1, inner.width)) * (labels.length - 1))
              setAt(Math.max(0, Math.min(index, labels.length - 1)))
            }}
            onPointerLeave={() => setAt(undefined)}
          >
            {ticks.map((tick) => (
              <g key={tick} className="db-chart-tick">
                <path d={`M${PAD.left} ${Math.round(y(tick)) + 0.5}H${width - PAD.right}`} />
                <text x={PAD.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                  {tick.toLocaleString()}
                </text>
              </g>
            ))}
            {labels.map(
              (text, index) =>
                (labels.length - 1 - index) % step === 0 && (
                  <text
                    // biome-ignore lint/suspicious/noArrayIndexKey: a place on the axis; labels may repeat.
                    key={index}
                    className="db-chart-text"
                    x={x(index)}
                    y={height - 6}
                    textAnchor={index === labels.length - 1 && labels.length > 1 ? 'end' : 'middle'}
                  >
                    {text}
                  </text>
                ),
            )}
            {shown !== undefined && (
              <path className="db-chart-rule" d={`M${x(shown)} ${PAD.top}V${height - PAD.bottom}`} />
            )}
            {series.map((one, index) => (
              <g key={one.name} className={`db-chart-line db-series-${index % 4}`}>
                <path
                  d={one.values.map((value, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('')}
                />
                {(shown !== undefined || one.values.length === 1) && (
                  <circle cx={x(shown ?? 0)} cy={y(one.values[shown ?? 0] ?? 0)} r="3.5" />
                )}
              </g>
            ))}
          </svg>
        )}
      </div>
      <div className="db-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{words.time}</th>
              {series.map((one) => (
                <th scope="col" key={one.name}>
                  {one.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a place on the axis; labels may repeat.
              <tr key={index}>
                <th scope="row">{text}</th>
                {series.map((one) => (
                  <td key={one.name}>{one.values[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

const useWidth = (box: RefObject<HTMLElement | null>): number => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const element = box.current
      if (!element) return () => {}
      const sized = new ResizeObserver(listener)
      sized.observe(element)
      return () => sized.disconnect()
    },
    [box],
  )
  return useSyncExternalStore(subscribe, () => box.current?.clientWidth ?? 0)
}
