// The page on which recordings are played, and sessions that run are watched: small, and with a window of its own.
import { createRoot } from 'react-dom/client'
import { onFailure } from '../api/client.ts'
import { DialogHost, ToastHost } from '../ui/index.ts'
import { language } from '../words/language.ts'
import { askedOf } from './address.ts'
import { constructStyles } from './constructed-styles.ts'
import { PlayerPage } from './player-page.tsx'

const LOGIN = '/core/auth/login/'

constructStyles()
document.documentElement.lang = language() === 'zh' ? 'zh-CN' : 'en'
onFailure(({ status }) => {
  if (status === 401) location.assign(`${LOGIN}?next=${encodeURIComponent(location.pathname + location.search)}`)
})
createRoot(document.getElementById('root')!).render(
  <>
    <PlayerPage asked={askedOf(location)} />
    <DialogHost />
    <ToastHost />
  </>,
)
