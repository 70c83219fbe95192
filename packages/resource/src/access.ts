// Who may: words for the right to do something. What they mean for a person is decided in the model.
export type Right =
  | 'anonymous' // nobody needs to be logged in
  | 'authenticated' // logged in, even when the account has expired
  | 'user' // a valid user
  | 'orgAdmin' // administers the current organisation
  | 'orgAuditor' // audits the current organisation, or administers it
  | 'superAdmin'
  | 'app' // a service account: gateways and other components
  | 'bootstrap' // knows the bootstrap token

/** Any one of the rights is enough. */
export type Access = readonly Right[]

export type Verb = 'list' | 'read' | 'create' | 'update' | 'delete'

export interface May {
  readonly read: Access
  readonly write?: Access
  readonly list?: Access
  readonly create?: Access
  readonly update?: Access
  readonly delete?: Access
}

const NOBODY: Access = []

export const accessTo = (may: May, verb: Verb): Access =>
  may[verb] ?? (verb === 'list' || verb === 'read' ? may.read : (may.write ?? NOBODY))
