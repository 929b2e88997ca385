import type { Database, Tx } from '../../db/database'
import { auditEntries } from '../../db/schema'
import type { Person } from '../../person'

/** What is recorded (decision 43). */
export type AuditedAction =
  | 'sign_in'
  | 'export'
  | 'calculator'
  | 'campaign'
  | 'review'
  | 'run'
  | 'resume'
  | 'cancel'
  | 'archive'
  | 'view_as'
  | 'template_upload'

export interface AuditService {
  /**
   * Records what a person did. The actor is who they really are, also while viewing as another.
   * @param subject what it was done to, in a few words or an id; never personal data.
   * @param quantity how many, e.g. the households in an export.
   */
  record(person: Person, action: AuditedAction, subject: string, quantity?: number): Promise<void>
  /** {@link record} as part of the change itself: both are kept, or neither. */
  recordIn(tx: Tx, person: Person, action: AuditedAction, subject: string, quantity?: number): Promise<void>
}

/** The audit log: written with the organisation's own rights, which allow adding and reading only. */
export function createAuditService({ database }: { database: Database }): AuditService {
  const recordIn: AuditService['recordIn'] = async (tx, person, action, subject, quantity) => {
    await tx.insert(auditEntries).values({
      organisationId: person.organisationId,
      actorEmail: person.email,
      actorRole: person.actor.role,
      action,
      subject,
      quantity: quantity ?? null,
    })
  }
  return {
    recordIn,
    record: (person, ...entry) =>
      database.forOrganisation(person.organisationId, (tx) => recordIn(tx, person, ...entry)),
  }
}
