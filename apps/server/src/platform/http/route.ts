// A way into the server: who may take it, what it takes and gives. Every route is one of these, so that none is forgotten.

import type { Readable } from 'node:stream'
import type { Access, Fields, Label } from '@drawbridge/resource'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

export type Query = Readonly<Record<string, string>>

export interface Call {
  readonly ctx: Ctx
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: unknown
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly stream?: Readable
  readonly headers?: Readonly<Record<string, string>>
}

export interface Doc {
  readonly summary: Label
  readonly description?: Label
  /** Fields of the body; `list` when an array of such bodies is taken too. */
  readonly takes?: Fields
  readonly partial?: boolean
  readonly many?: boolean
  /** Fields of the answer. */
  readonly gives?: Fields
  readonly page?: boolean
  readonly query?: Fields
  /** The tag it stands under in the API document. */
  readonly area?: string
  /** Of the answer that is not JSON. */
  readonly media?: string
  /** Of success, where it is not 200, or 204 for a deletion. */
  readonly status?: number
}

export interface Route {
  readonly method: Method
  /** With parameters as `:id`. */
  readonly path: string
  readonly access: Access
  /** Refused without a valid licence. */
  readonly licensed?: boolean
  /** A page or a file for browsers rather than an API call: refusals are pages, redirects lead to the login. */
  readonly page?: boolean
  /** Changes something although it is a GET, because the contract has it so: needs the CSRF header and a same-site request. */
  readonly unsafeGet?: boolean
  /** Answers without a look into the database: neither a caller nor an organisation is known. For anonymous routes only. */
  readonly alone?: boolean
  /** Cookie-less forms that come before a login check their own CSRF token. */
  readonly ownCsrf?: boolean
  /** Takes bytes as they are, whatever their content type. */
  readonly raw?: boolean
  readonly doc: Doc
  run(call: Call): Promise<Answer | undefined>
}

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const created = (body: unknown): Answer => ({ status: 201, body })
export const gone: Answer = { status: 204 }
