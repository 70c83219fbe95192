import { Link } from '../../kit/going.tsx'
import { usePath } from '../../kit/index.ts'

/** The asset that a remote app runs on. */
export function AssetLink({ attrs }: { attrs: Record<string, any> | undefined }) {
  const { id, hostname } = attrs?.asset_info ?? {}
  const path = usePath('AssetDetail', { id: id ?? '' })
  if (!hostname) return null
  return path ? (
    <Link className="db-link" to={path}>
      {hostname}
    </Link>
  ) : (
    hostname
  )
}
