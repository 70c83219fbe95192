import { useState } from 'react'
import type { Item } from '../../kit/spec.ts'
import { Dialog, Facts } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { say } from './words.ts'

/** The name of an asset, which opens what is known of it. */
export function AssetName({ asset }: { asset: Item }) {
  const [open, setOpen] = useState(false)
  const { hostname, ip, protocols = [], platform, is_active, comment } = asset
  return (
    <>
      <button
        type="button"
        className={is_active ? 'db-link-button' : 'db-link-button db-muted'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {hostname}
      </button>
      <Dialog open={open} title={hostname} width="60%" onClose={() => setOpen(false)}>
        <Facts
          rows={[
            { key: 'hostname', label: say.hostname, value: hostname, copy: hostname },
            { key: 'ip', label: say.ip, value: ip, copy: ip },
            { key: 'protocols', label: say.protocols, value: protocols.join(', ') },
            { key: 'platform', label: say.platform, value: platform },
            { key: 'is_active', label: say.isActive, value: is_active ? common.yes : common.no },
            { key: 'comment', label: say.comment, value: comment },
          ]}
        />
      </Dialog>
    </>
  )
}
