import type { ReactNode } from 'react'
import { arcsOf } from './chart-scale.ts'
import type { Tone } from './tag.tsx'
import { useWords } from './words.ts'

export interface RingChartProps {
  /** What is shown, for those who do not see it. */
  label: string
  slices: readonly { label: string; value: number; tone?: Tone }[]
  /** In the middle; the sum by default. */
  middle?: ReactNode
}

const R = 42
const ROUND = 2 * Math.PI * R

export function RingChart({ label, slices, middle }: RingChartProps) {
  const words = useWords()
  const whole = slices.reduce((sum, slice) => sum + slice.value, 0)
  const arcs = arcsOf(slices.map((slice) => slice.value))
  const share = (value: number) => (whole ? `${((value / whole) * 100).toFixed(1)}%` : '-')
  const colour = (index: number) => {
    const tone = slices[index]!.tone
    return tone ? `db-tone-${tone}` : `db-series-${index % 4}`
  }
  return (
    <figure className="db-ring">
      <div className="db-ring-box">
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <circle className="db-ring-ground" cx="50" cy="50" r={R} />
          {arcs.map((arc, index) => (
            <circle
              key={slices[index]!.label}
              className={`db-ring-arc ${colour(index)}`}
              cx="50"
              cy="50"
              r={R}
              strokeDasharray={`${Math.max(0, arc.length * ROUND - (arc.length < 1 && arc.length > 0.02 ? 1 : 0))} ${ROUND}`}
              strokeDashoffset={-arc.start * ROUND}
            />
          ))}
        </svg>
        <div className="db-ring-middle" aria-hidden="true">
          {middle ?? whole.toLocaleString()}
        </div>
      </div>
      <table className="db-ring-table">
        <caption className="db-hidden">{label}</caption>
        <thead className="db-hidden">
          <tr>
            <th scope="col">{words.kind}</th>
            <th scope="col">{words.amount}</th>
            <th scope="col">{words.share}</th>
          </tr>
        </thead>
        <tbody>
          {slices.map((slice, index) => (
            <tr key={slice.label}>
              <th scope="row">
                <span className={`db-ring-dot ${colour(index)}`} />
                {slice.label}
              </th>
              <td>{slice.value.toLocaleString()}</td>
              <td className="db-muted">{share(slice.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
