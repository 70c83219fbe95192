// Platforms that come with the product stay as they are: assets and gateways rely on them.
import { platform } from '@drawbridge/model'
import { refusal } from '@drawbridge/wire'
import { serve } from '../../engine/serve.ts'

const internal = refusal('internal_platform', 403, { zh: '内置平台，不能修改或删除', en: 'Internal platform' })

serve(platform, {
  mayTouch: (row) => {
    if (row.internal) throw internal()
    return true
  },
})
