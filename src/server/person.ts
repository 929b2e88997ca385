import type { Role } from '#contract/session'

/**
 * Who makes a request, taken from the session and from nowhere else. `organisationId` is the
 * organisation whose data are in view: the only thing that ever chooses whose records and whose
 * snapshot a request reads.
 */
export interface Person {
  readonly sessionId: string
  readonly userId: string
  readonly email: string
  /** The role in effect: the temporary one while viewing as another. */
  readonly role: Role
  readonly organisationId: string
  /** Whether campaigns are enabled for the organisation in view. */
  readonly campaignsEnabled: boolean
  /** Who they really are: kept by the audit log, and it decides who may end a view-as. */
  readonly actor: { readonly role: Role; readonly organisationId: string | null }
}
