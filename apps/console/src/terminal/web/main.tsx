// The page of the web terminal, in a window of its own.
import { QueryClientProvider } from '@tanstack/react-query'
import { queries } from '../../api/resource.ts'
import { showWindow } from '../show-window.tsx'
import { LunaPage } from './luna-page.tsx'

const asked = new URLSearchParams(location.search)

showWindow(
  <QueryClientProvider client={queries}>
    <LunaPage loginTo={asked.get('login_to') ?? undefined} type={asked.get('type') ?? undefined} />
  </QueryClientProvider>,
)
