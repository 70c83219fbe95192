import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { get } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Banner } from '../ui/index.ts'
import { useLanguage } from '../words/language.ts'
import { messages } from '../words/messages.ts'
import { concernsLicence, licenceAlert, passwordAlert } from './alert-rules.ts'
import { Link } from './going.tsx'
import { usePath } from './paths.ts'
import { useQuiet } from './quiet.ts'

const LICENCE = '/api/v1/xpack/license/detail'
const ASK_AGAIN_MS = 10 * 60_000

const words = messages({
  changePassword: { zh: '修改密码', en: 'Change the password' },
})

/** A licence or a password that ends soon, or has ended; to those who can do something about it. */
export const HeadAlerts = memo(function HeadAlerts() {
  useLanguage()
  const { settings, profile } = useSession()
  const isQuiet = useQuiet()
  const licence = useQuery({
    queryKey: ['licence'],
    queryFn: () => get<{ date_expired: string | null }>(LICENCE, { flash: false }),
    enabled: isQuiet && concernsLicence(settings, profile),
    staleTime: ASK_AGAIN_MS,
  })
  const ownPage = usePath('UserProfile', {}, { activeTab: 'PasswordUpdate' })
  const now = new Date()
  const ofLicence = licenceAlert(licence.data?.date_expired, now)
  const ofPassword = passwordAlert(profile, settings?.SECURITY_PASSWORD_EXPIRATION_TIME, now)
  return (
    <>
      {ofLicence && <Banner tone="danger">{ofLicence}</Banner>}
      {ofPassword && (
        <Banner tone="danger">
          {ofPassword} {ownPage && <Link to={ownPage}>{words.changePassword}</Link>}
        </Banner>
      )}
    </>
  )
})
