// What the server tells a gateway that is about to carry somebody to an asset: asked anew for each session, kept no longer than it.

/** `POST /api/v1/terminal/connections/`, by a component. */
export interface ConnectionAsked {
  /** Ids. */
  readonly user: string
  /** Either of them: where they want to go. */
  readonly asset?: string
  readonly application?: string
  readonly system_user: string
  readonly protocol: string
  /** Where the person sits. */
  readonly remote_addr: string
  readonly login_from: 'ST' | 'WT'
}

/** How to log in somewhere. An empty password and key mean that the person is asked. */
export interface Credentials {
  readonly username: string
  readonly password: string
  readonly private_key: string
  readonly passphrase?: string
}

export interface Hop extends Credentials {
  readonly id: string
  readonly name: string
  readonly ip: string
  readonly port: number
}

export interface CommandRule {
  readonly id: string
  readonly type: 'command' | 'regex'
  readonly content: string
  readonly priority: number
  readonly action: 'deny' | 'allow'
}

export interface Connection {
  /** Of the session that was made for it. */
  readonly id: string
  readonly org_id: string
  readonly protocol: string
  /** As lists show them. */
  readonly user: string
  readonly asset: string
  readonly system_user: string
  readonly address: string
  readonly port: number
  /** Of an application that is a database. */
  readonly database?: string
  /** Any of them leads to the asset; none means that it is reached directly. */
  readonly gateways: readonly Hop[]
  readonly login: Credentials & { readonly mode: 'auto' | 'manual' }
  readonly sftp_root: string
  /** Names of what the grant allows. */
  readonly actions: readonly string[]
  /** The one that counts first stands first. */
  readonly rules: readonly CommandRule[]
  /** Minutes without a key or an answer; 0 is no limit. */
  readonly idle_minutes: number
}
