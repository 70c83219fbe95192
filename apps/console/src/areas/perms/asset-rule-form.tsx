import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { assetRuleForm } from './asset-rule-fields.ts'
import { PreviewedForm } from './previewed-form.tsx'
import { ASSET } from './why.ts'
import { words } from './words.ts'

export function AssetRuleForm() {
  const { id } = useParams()
  const [query] = useSearchParams()
  const [form] = useState(() =>
    assetRuleForm(id === undefined ? 'AssetPermissionCreate' : 'AssetPermissionUpdate', {
      node: query.get('node') ?? undefined,
      asset: query.get('asset') ?? undefined,
    }),
  )
  return (
    <PreviewedForm form={form} title={id === undefined ? words.createAssetPerm : words.updateAssetPerm} of={ASSET} />
  )
}
