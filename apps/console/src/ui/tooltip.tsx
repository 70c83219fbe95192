import type { ReactNode } from 'react'
import './tip.ts'

export function Tooltip({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <span className="db-tip" data-tip={text}>
      {children}
    </span>
  )
}
