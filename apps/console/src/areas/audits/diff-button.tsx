// Opens what a change changed. The names of all fields are a file of their own, fetched when somebody looks.
import { lazy, Suspense, useState } from 'react'
import type { Item } from '../../kit/spec.ts'
import { Button, Dialog, Skeleton } from '../../ui/index.ts'
import { say } from './words.ts'

const Difference = lazy(async () => ({ default: (await import('./difference-table.tsx')).DifferenceTable }))

export function DiffButton({ row }: { row: Item }) {
  const [isOpen, setOpen] = useState(false)
  if (!row.diff || Object.keys(row.diff).length === 0) return null
  const what = `${row.resource_type} ${row.resource}`
  return (
    <>
      <Button kind="link" size="small" aria-label={say.viewOf(what)} onClick={() => setOpen(true)}>
        {say.view}
      </Button>
      {isOpen && (
        <Dialog open title={say.changesOf(what)} width="wide" onClose={() => setOpen(false)}>
          <Suspense fallback={<Skeleton rows={4} />}>
            <Difference row={row} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
