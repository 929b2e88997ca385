import type { Role } from '#contract/organisations/session'

/** From the session only. `organisationId` (in view) alone decides whose data a request reads. */
export interface Person {
  readonly sessionId: string
  readonly userId: string
  readonly email: string
  /** In effect. */
  readonly role: Role
  readonly organisationId: string
  readonly campaignsEnabled: boolean
  /** Their own: audited, and decides on view-as. */
  readonly actor: { readonly role: Role; readonly organisationId: string | null }
}
