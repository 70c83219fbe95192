export { loginLogs } from './login-log.ts'
export { operateLogs } from './operate-log.ts'
export { passwordChangeLogs } from './password-change-log.ts'
export { startAudits } from './start.ts'
