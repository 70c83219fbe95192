// Creates an asset on the node that was chosen in the tree, and goes back to it.
import { useSearchParams } from 'react-router'
import { pathTo } from '../../kit/paths.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { assetPages } from './assets.ts'
import { ASSETS } from './places.ts'
import { words } from './words.ts'

export function AssetCreate() {
  const [query] = useSearchParams()
  const node = query.get('node') || undefined
  const spec = {
    ...(assetPages.form || { groups: [] }),
    url: ASSETS,
    name: 'AssetCreate',
    initial: { nodes: node ? [node] : [] },
    afterSave: () => pathTo('AssetList', {}, { node }),
  }
  return <FormScreen spec={spec} title={words.createAsset} />
}
