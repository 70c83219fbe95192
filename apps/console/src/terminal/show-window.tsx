// How pages with a window of their own begin: in the language of the person, back to the login when it has ended.
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onFailure } from '../api/client.ts'
import { DialogHost, ToastHost } from '../ui/index.ts'
import { language } from '../words/language.ts'
import { constructStyles } from './constructed-styles.ts'

const LOGIN = '/core/auth/login/'

export const showWindow = (page: ReactNode): void => {
  constructStyles()
  document.documentElement.lang = language() === 'zh' ? 'zh-CN' : 'en'
  onFailure(({ status }) => {
    if (status === 401) location.assign(`${LOGIN}?next=${encodeURIComponent(location.pathname + location.search)}`)
  })
  createRoot(document.getElementById('root')!).render(
    <>
      {page}
      <DialogHost />
      <ToastHost />
    </>,
  )
}
