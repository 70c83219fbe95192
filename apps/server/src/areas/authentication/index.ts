// Login and identity: pages for people, calls for programs.
import type { Route } from '../../platform/http/route.ts'
import './access-keys.ts'
import { authenticatorRoutes } from './authenticator.ts'
import { fileRoutes } from './files.ts'
import { homeRoutes } from './home.ts'
import { languageRoutes } from './language.ts'
import { loginRoutes } from './login.ts'
import { passwordRoutes } from './password.ts'
import { signOffRoutes } from './sign-off.ts'
import { sshKeyRoutes } from './ssh-key.ts'
import { tokenRoutes } from './tokens.ts'

export { faces } from './faces.ts'
export { paths } from './pages/paths.ts'
export { sweepLogins } from './sweep.ts'

export const authenticationRoutes: Route[] = [
  ...loginRoutes(),
  ...passwordRoutes(),
  ...authenticatorRoutes(),
  ...sshKeyRoutes(),
  ...languageRoutes(),
  ...homeRoutes(),
  ...fileRoutes(),
  ...signOffRoutes(),
  ...tokenRoutes(),
]
