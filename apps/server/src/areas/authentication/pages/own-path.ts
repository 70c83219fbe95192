// Lets only paths of this site into links, forms and redirects; escaping alone would pass `javascript:`.
import { ownPath as strict } from '../../../platform/auth/own-path.ts'

export const ownPath = (path: string | undefined, otherwise = '/'): string => strict(path, otherwise)
