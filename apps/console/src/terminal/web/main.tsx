// The page of the web terminal, in a window of its own.
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { onFailure } from '../../api/client.ts'
import { queries } from '../../api/resource.ts'
import { DialogHost, ToastHost } from '../../ui/index.ts'
import { language } from '../../words/language.ts'
import { constructStyles } from '../constructed-styles.ts'
import { LunaPage } from './luna-page.tsx'

const LOGIN = '/core/auth/login/'

constructStyles()
document.documentElement.lang = language() === 'zh' ? 'zh-CN' : 'en'
onFailure(({ status }) => {
  if (status === 401) location.assign(`${LOGIN}?next=${encodeURIComponent(location.pathname + location.search)}`)
})
const loginTo = new URLSearchParams(location.search).get('login_to') ?? undefined
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queries}>
    <LunaPage loginTo={loginTo} />
    <DialogHost />
    <ToastHost />
  </QueryClientProvider>,
)
