// Adds assets to something that lists them elsewhere.
import { useId, useState } from 'react'
import { inRootOrg, useSession } from '../../api/session.ts'
import { TreeSelect } from '../../kit/index.ts'
import { Button, Card, notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { assetPicker } from './places.ts'
import { say } from './words.ts'

export function AddAssets({ add }: { add(ids: string[]): Promise<unknown> }) {
  const id = useId()
  const disabled = inRootOrg(useSession())
  const [chosen, setChosen] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await add(chosen)
      setChosen([])
      notify.success(common.addSuccess)
    } catch {
      // Who failed has said so already; what was chosen stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={say.addAsset}>
      <TreeSelect
        id={`${id}-assets`}
        label={say.addAsset}
        spec={assetPicker}
        value={chosen}
        onChange={setChosen}
        disabled={disabled}
      />
      <div className="db-pick-add">
        <Button kind="primary" busy={busy} disabled={disabled || chosen.length === 0} onClick={() => void run()}>
          {common.add}
        </Button>
      </div>
    </Card>
  )
}
