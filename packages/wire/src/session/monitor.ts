// What a gateway shows to somebody who looks on, over one WebSocket at `/koko/ws/monitor/`: first the screen as it is, then everything as it comes.
//
// Texts are these notes as JSON; bytes are what the session shows. Whoever falls behind misses what was in between and gets the screen anew.
// An onlooker says nothing but how far they got: their keys go nowhere.

/** How far a gateway runs ahead of what an onlooker has drawn. */
export const AHEAD_BYTES = 512 * 1024

export interface ShownScreen {
  readonly columns: number
  readonly rows: number
  /** Draws the screen on an empty one. */
  readonly data: string
}

export type ToOnlooker =
  | ({ readonly type: 'screen' } & ShownScreen)
  | { readonly type: 'resize'; readonly columns: number; readonly rows: number }
  /** Nothing more will come. `reason` is that of the session, or `elsewhere` when this gateway does not carry it. */
  | { readonly type: 'closed'; readonly reason: string; readonly message: string }

/** So many bytes were drawn, of all that came over this socket. */
export interface FromOnlooker {
  readonly type: 'ack'
  readonly bytes: number
}

/** How a server reaches a gateway of another machine for those who look on: TLS whose only proof is a key that both derive from the access key of the gateway. */
export const WATCH_DOOR = {
  purpose: 'drawbridge watch door 1',
  tls: { ciphers: 'ECDHE-PSK-CHACHA20-POLY1305', minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' },
} as const
