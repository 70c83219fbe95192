// The frame around every screen: menu, top bar, visited views, the screen itself, footer.
import { memo, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { changeSession, useSession } from '../api/session.ts'
import { Banner, Bar, MOBILE_QUERY, useMedia } from '../ui/index.ts'
import { useLanguage } from '../words/language.ts'
import { inLanguage } from '../words/messages.ts'
import { AccessKeys } from './access-keys.tsx'
import { Footer } from './footer.tsx'
import { useHere } from './here.ts'
import { useOnline } from './online.ts'
import { Palette } from './palette.tsx'
import { usePanels } from './panels.ts'
import { ShortcutHelp, useShortcuts } from './shortcuts.tsx'
import { Side } from './side.tsx'
import { useSide } from './side-state.ts'
import { loadSettings } from './start.ts'
import { TabHistory } from './tab-history.tsx'
import { titleFor } from './title.ts'
import { TopBar } from './top-bar.tsx'
import { noteTitle } from './visited-store.ts'
import { words } from './words.ts'

/** Stands while screens come and go: what follows the address below does so by itself. */
export const Frame = memo(function Frame() {
  const main = useRef<HTMLElement>(null)
  const { open } = useSide()
  const phone = useMedia(MOBILE_QUERY)
  const panels = usePanels()
  useLanguage()
  useShortcuts(panels)
  return (
    <div className="db-frame" data-side={phone ? 'phone' : open ? 'open' : 'closed'}>
      <button type="button" className="db-skip" onClick={() => main.current?.focus()}>
        {words.skipToContent}
      </button>
      <Progress />
      <Side phone={phone} />
      <div className="db-frame-bars">
        <TopBar phone={phone} panels={panels} />
        <TabHistory />
        <OfflineNotice />
      </div>
      <div className="db-frame-page">
        <main id="main" ref={main} className="db-main" tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
      </div>
      <Arrivals main={main} />
      {panels.open === 'palette' && <Palette panels={panels} />}
      {panels.open === 'keys' && <AccessKeys onClose={panels.close} />}
      {panels.open === 'shortcuts' && <ShortcutHelp onClose={panels.close} />}
    </div>
  )
})

function Progress() {
  return (
    <div className="db-progress">
      <Bar busy={useNavigation().state !== 'idle'} />
    </div>
  )
}

function Arrivals({ main }: { main: RefObject<HTMLElement | null> }) {
  useArrival(main)
  useHeading(main)
  useBrand()
  return null
}

/** Who arrives at a screen starts at its top, with the focus on its name: so the keys scroll it, and the next one reaches its first tool. */
const useArrival = (main: RefObject<HTMLElement | null>) => {
  const { pathname } = useLocation()
  const arrived = useRef<string>(undefined)
  useEffect(() => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    const place = main.current
    scrollTo(0, 0)
    place?.parentElement?.scrollTo(0, 0)
    // A screen that takes the focus itself knows better.
    if (!place || (place !== document.activeElement && place.contains(document.activeElement))) return
    const heading = place.querySelector<HTMLElement>('h1')
    if (heading) heading.tabIndex = -1
    ;(heading ?? place).focus({ preventScroll: true })
  }, [pathname, main])
}

/** The tab of an object's screen carries the words of its heading, which come when the object does. */
const useHeading = (main: RefObject<HTMLElement | null>) => {
  const { pathname } = useLocation()
  const isOfObject = useHere()?.path.includes(':') ?? false
  // As the screen changes, not after it: the heading of the next screen is no name for the tab of this one.
  useLayoutEffect(() => {
    const place = main.current
    if (!isOfObject || !place) return
    const note = () => {
      const title = place.querySelector('h1')?.textContent?.trim()
      if (title) noteTitle(pathname, title)
    }
    const observer = new MutationObserver(note)
    observer.observe(place, { subtree: true, childList: true, characterData: true })
    note()
    return () => observer.disconnect()
  }, [pathname, isOfObject, main])
}

/** The title of the window follows the screen and the language, as the server words it. */
const useBrand = () => {
  const { settings } = useSession()
  const spec = useHere()
  const lang = useLanguage()
  const title = titleFor(spec && inLanguage(spec.title, lang), settings)
  useEffect(() => {
    document.title = title
  }, [title])
  const worded = useRef(lang)
  useEffect(() => {
    if (worded.current === lang) return
    worded.current = lang
    loadSettings().then(
      (settings) => changeSession({ settings }),
      () => undefined,
    )
  }, [lang])
}

function OfflineNotice() {
  return useOnline() ? null : (
    <div className="db-offline" role="status">
      <Banner tone="warning">{words.offline}</Banner>
    </div>
  )
}
