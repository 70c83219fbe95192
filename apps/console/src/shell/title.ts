// What the browser shows of us: the title of the window and the picture in its tab.
import type { PublicSettings } from '../api/session.ts'
import { words } from './words.ts'

const brandOf = (settings: PublicSettings | undefined): string => settings?.LOGIN_TITLE || words.product

export const titleFor = (screen: string | undefined, settings: PublicSettings | undefined): string =>
  screen ? `${screen} - ${brandOf(settings)}` : brandOf(settings)

export const wearBrand = (settings: PublicSettings): void => {
  document.title = titleFor(undefined, settings)
  const { favicon } = settings.LOGO_URLS ?? {}
  if (favicon) document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', favicon)
}
