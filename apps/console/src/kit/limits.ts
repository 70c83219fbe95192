// Numbers of the specification, once, with their units.
export const PAGE_SIZES = [15, 30, 50, 100] as const
export const PAGE_SIZE = 15
export const PAGER_LINKS = 5
export const GENERIC_PAGE_SIZES = [10, 20, 30, 40, 50] as const
export const GENERIC_PAGE_SIZE = 10
export { UNPAGED } from '../api/table-query.ts'
export const SELECT_PAGE = 10
export const RELATION_PAGE = 10
export const TICKET_LIMIT = 15
export const IMPORT_FILES = 1
export const TEMPLATE_ROWS = 1
export const MFA_LENGTH = 6
export const SEARCH_DELAY_MS = 400
export const RADIOS_UP_TO = 4
export const TEXTAREA_ROWS = 3
export const REDIRECT_MS = 100
export const TREE_RETRY = { times: 20, everyMs: 5_000 } as const
export const TITLE_LENGTH = 80
export const COLUMN_WIDTH = { date: 160, boolean: 80, actions: 150 } as const
export const TASK_WINDOW = { width: 900, height: 600 } as const
export const QUERY_KEYS = { page: 'page', size: 'size' } as const
