// The page of the file manager, in a window of its own.
import { QueryClientProvider } from '@tanstack/react-query'
import { queries } from '../../api/resource.ts'
import { showWindow } from '../show-window.tsx'
import { FilesPage } from './files-page.tsx'

showWindow(
  <QueryClientProvider client={queries}>
    <FilesPage loginTo={new URLSearchParams(location.search).get('login_to') ?? undefined} />
  </QueryClientProvider>,
)
