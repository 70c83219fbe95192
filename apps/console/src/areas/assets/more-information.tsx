// What is known of the hardware and the system of an asset, for hosts that cannot be asked.

import { pathTo } from '../../kit/paths.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import type { FormSpec } from '../../kit/spec.ts'
import { platform } from './assets.ts'
import { ASSETS } from './places.ts'
import { words } from './words.ts'

const spec: FormSpec = {
  url: ASSETS,
  name: 'AssetMoreInformationEdit',
  partial: true,
  groups: [
    { title: words.basic, fields: ['hostname', 'ip', 'platform'] },
    {
      title: words.hardware,
      fields: ['vendor', 'model', 'number', 'cpu_model', 'memory', 'disk_info', 'disk_total'],
    },
    { title: words.os, fields: ['sn', 'os', 'os_version', 'os_arch'] },
  ],
  field: { platform },
  afterSave: () => pathTo('AssetList'),
}

export function MoreInformation() {
  return <FormScreen spec={spec} title={words.moreInformation} />
}
