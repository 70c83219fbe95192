import { useParams } from 'react-router'
import { ResourceDetail } from '../detail/resource-detail.tsx'
import type { DetailSpec } from '../spec.ts'

export function DetailScreen({ spec }: { spec: DetailSpec }) {
  const { id = '' } = useParams()
  return <ResourceDetail key={id} spec={spec} id={id} />
}
