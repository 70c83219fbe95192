import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { can } from '../../api/session.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import type { FormSpec } from '../../kit/spec.ts'
import { assetRuleForm } from './asset-rule-fields.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { CAPABILITY } from './why.ts'
import { whyWords } from './why-words.ts'
import { words } from './words.ts'

const SKETCHED = [
  'users',
  'user_groups',
  'assets',
  'nodes',
  'system_users',
  'actions',
  'is_active',
  'date_start',
  'date_expired',
]

export function AssetRuleForm() {
  const { id } = useParams()
  const [query] = useSearchParams()
  const [sketch, setSketch] = useState<Record<string, unknown>>()
  const [form] = useState(() =>
    assetRuleForm(id === undefined ? 'AssetPermissionCreate' : 'AssetPermissionUpdate', {
      node: query.get('node') ?? undefined,
      asset: query.get('asset') ?? undefined,
    }),
  )
  const spec: FormSpec = {
    ...form,
    extra: can(CAPABILITY)
      ? [{ key: 'preview', text: whyWords.preview, run: (values) => setSketch(only(values)) }]
      : [],
  }
  return (
    <>
      <FormScreen spec={spec} title={id === undefined ? words.createAssetPerm : words.updateAssetPerm} />
      {sketch && <PreviewDialog values={sketch} rule={id} onClose={() => setSketch(undefined)} />}
    </>
  )
}

const only = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => SKETCHED.includes(name)))
