// What the environment says. Read once, at the door; everything behind it gets values.
import { resolve } from 'node:path'
import { StartFailure } from './start-failure.ts'

export interface Config {
  readonly port: number
  readonly sshPort: number
  /** Where the gateway of this machine takes WebSockets. */
  readonly gatewayPort: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly adminPassword?: string
  readonly bootstrapToken?: string
  /** Addresses (CIDR) of reverse proxies whose forwarding headers are believed. */
  readonly trustedProxies: readonly string[]
  /** Loopback and link-local places that outgoing calls may reach all the same. */
  readonly outboundAllow: readonly string[]
  /** `host:port` of a syslog server that receives the heads of the audit chain. */
  readonly syslog?: string
  readonly demo: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

export const readConfig = (env: Record<string, string | undefined>, args: readonly string[] = []): Config => ({
  port: portOf(env, 'PORT', 8080),
  sshPort: portOf(env, 'SSH_PORT', 2222),
  gatewayPort: portOf(env, 'GATEWAY_PORT', 5000),
  host: env.HOST || '127.0.0.1',
  dataDir: resolve(env.DATA_DIR || './data'),
  databaseUrl: env.DATABASE_URL || undefined,
  adminPassword: env.ADMIN_PASSWORD || undefined,
  bootstrapToken: env.BOOTSTRAP_TOKEN || undefined,
  trustedProxies: listOf(env.TRUSTED_PROXIES),
  outboundAllow: listOf(env.OUTBOUND_ALLOW),
  syslog: env.AUDIT_SYSLOG || undefined,
  demo: args.includes('--demo'),
  env,
})

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const portOf = (env: Record<string, string | undefined>, name: string, preset: number): number => {
  const value = env[name] ? Number(env[name]) : preset
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value
  throw new StartFailure(`${name} must be a port number between 0 and 65535, not "${env[name]}".`)
}
