// The page of the web terminal, in a window of its own.
import { QueryClientProvider } from '@tanstack/react-query'
import { queries } from '../../api/resource.ts'
import { showWindow } from '../show-window.tsx'
import { LunaPage } from './luna-page.tsx'

showWindow(
  <QueryClientProvider client={queries}>
    <LunaPage loginTo={new URLSearchParams(location.search).get('login_to') ?? undefined} />
  </QueryClientProvider>,
)
