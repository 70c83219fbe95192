// What a browser and a gateway say to each other about one terminal, over one WebSocket at `/koko/ws/terminal/`.
//
// The server stands between: it knows who is logged in, joins the two sockets and passes a ticket in a header of its own, which the gateway redeems
// once at `/api/v1/terminal/tickets/redeem/`. So a gateway never sees a cookie.
//
// Texts are these notes as JSON. Bytes from the browser are keys. Bytes to the browser begin with the offset of their first byte in everything the
// session has shown, as eight bytes, highest first: whoever comes back says how far they got and misses nothing.

export const TICKET_HEADER = 'x-drawbridge-ticket'
/** Bytes before the output in every frame to the browser. */
export const OFFSET_BYTES = 8
/** How much a gateway keeps for those who come back, and how far it runs ahead of what was acknowledged. */
export const KEPT_BYTES = 256 * 1024
/** How many bytes of keys a browser sends before it hears that they were taken; a gateway keeps no more. */
export const KEYS_AHEAD = 256 * 1024
/** How long a session waits for its browser: long enough for a reload, a tunnel, a closed lid. */
export const WAIT_SECONDS = 120

export interface WindowSize {
  readonly columns: number
  readonly rows: number
}

/** Where somebody wants to go: an asset or an application, as whom, and how it is spoken to. */
export interface Goal {
  readonly asset?: string
  readonly application?: string
  readonly system_user: string
  /** That of the system user; ssh when nobody says. */
  readonly protocol?: string
}

export type FromBrowser =
  | ({ readonly type: 'open' } & Goal & WindowSize)
  /** Comes back to a session that it opened: the secret was told then. `offset` is the first byte that is missing. */
  | ({
      readonly type: 'resume'
      readonly session: string
      readonly secret: string
      readonly offset: number
    } & WindowSize)
  | ({ readonly type: 'resize' } & WindowSize)
  /** Everything before this was drawn. */
  | { readonly type: 'ack'; readonly offset: number }
  /** Answers `login`: what the server does not keep. */
  | { readonly type: 'login'; readonly username: string; readonly password: string }
  | { readonly type: 'close' }

export type ToBrowser =
  | {
      readonly type: 'opened'
      readonly session: string
      readonly secret: string
      /** What the grant allows, by name. */
      readonly actions: readonly string[]
      /** Bytes of keys that came so far: `taken` counts on from there. */
      readonly typed: number
    }
  /** So many bytes of keys were taken, of all that came. Output never waits for keys: whoever does not read them cannot stop the rest. */
  | { readonly type: 'taken'; readonly bytes: number }
  | { readonly type: 'login'; readonly username: string }
  /** Those who look on because they were given a link, by name. */
  | { readonly type: 'watched'; readonly by: readonly string[] }
  /** Nothing more will come. `message` is for the person, in their language; `again` when opening anew may help. */
  | { readonly type: 'closed'; readonly reason: string; readonly message: string; readonly again: boolean }
