import { useState } from 'react'
import { post } from '../../api/client.ts'
import { useItem } from '../../api/resource.ts'
import { isLicensed, useSession } from '../../api/session.ts'
import { formatDate } from '../../kit/format.ts'
import { QuickActions } from '../../kit/index.ts'
import { Banner, Card, Dialog, DialogActions, Facts, Field, FileInput, notify, Skeleton } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { licenseStates, say } from './words.ts'

const DETAIL = '/api/v1/xpack/license/detail'
const IMPORT = '/api/v1/xpack/license/import'
const SUPPORT = 'http://www.jumpserver.org/support/'
/** The new licence changes menus and routes: the console starts anew when the message has been seen. */
const RELOAD_MS = 500

interface LicenseDetail {
  readonly subscription_id: string
  readonly corporation: string
  readonly date_expired: string
  readonly asset_count: number | null
  readonly edition: string
  readonly state?: keyof typeof licenseStates
  readonly installation?: string
}

export function License() {
  const session = useSession()
  const hasExtension = session.settings?.XPACK_ENABLED ?? false
  const [isImporting, setImporting] = useState(false)
  return (
    <>
      {!isLicensed(session) && <Banner tone="info">{hasExtension ? say.pleaseImport : say.noExtension}</Banner>}
      <div className="db-detail">
        <Card title={say.license}>{hasExtension ? <LicenseFacts /> : <CommunityFacts />}</Card>
        <QuickActions
          rows={[
            {
              text: say.importLicense,
              kind: 'button',
              label: say.import,
              disabled: !hasExtension,
              run: () => setImporting(true),
            },
            {
              text: say.technologyConsult,
              kind: 'button',
              label: say.consult,
              run: () => window.open(SUPPORT, '_blank', 'noopener'),
            },
          ]}
        />
      </div>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function LicenseFacts() {
  const { data, error } = useItem<LicenseDetail>(DETAIL)
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return <Skeleton rows={6} />
  const { state, installation } = data
  const isThere = data.subscription_id !== ''
  return (
    <Facts
      rows={[
        ...(isThere
          ? [
              {
                key: 'subscription',
                label: say.subscriptionId,
                value: data.subscription_id,
                copy: data.subscription_id,
              },
              { key: 'corporation', label: say.corporation, value: data.corporation },
              { key: 'expired', label: say.expired, value: formatDate(data.date_expired) },
              { key: 'assets', label: say.assetCount, value: data.asset_count ?? say.anyNumber },
              { key: 'edition', label: say.edition, value: data.edition },
            ]
          : [{ key: 'license', label: say.license, value: say.community }]),
        ...(state ? [{ key: 'state', label: say.state, value: licenseStates[state] ?? state }] : []),
        ...(installation
          ? [
              {
                key: 'installation',
                label: say.installation,
                value: <Installation id={installation} />,
                copy: installation,
              },
            ]
          : []),
      ]}
    />
  )
}

const Installation = ({ id }: { id: string }) => (
  <>
    <span className="db-muted">{say.installationHelp}</span>
    <br />
    <code>{id}</code>
  </>
)

const CommunityFacts = () => <Facts rows={[{ key: 'license', label: say.license, value: say.community }]} />

function ImportDialog({ onClose }: { onClose(): void }) {
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const send = async () => {
    if (!file) return setProblem(common.fieldRequired)
    setBusy(true)
    const body = new FormData()
    body.append('file', file)
    try {
      const { status, msg } = await post<{ status: boolean; msg: string }>(IMPORT, body)
      if (!status) return setProblem(msg)
      notify.success(msg)
      onClose()
      setTimeout(() => window.location.reload(), RELOAD_MS)
    } catch (failure) {
      setProblem((failure as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title={say.importLicense}
      busy={busy}
      onClose={onClose}
      footer={<DialogActions busy={busy} onCancel={onClose} onOk={() => void send()} />}
    >
      <Field id="license-file" label={say.licenseFile} required error={problem}>
        <FileInput
          id="license-file"
          value={file}
          onChange={(chosen) => {
            setFile(chosen)
            setProblem(undefined)
          }}
          invalid={problem !== undefined}
        />
      </Field>
    </Dialog>
  )
}
