/**
 * Policy (docs/product.md#view-as). Only the provider's super administrators begin, change and end a view, whatever
 * they view as. The view is part of the session: from the next request on, everything is answered as to that role in
 * that organisation, under its row-level security. The audit log names the real person, in the viewed organisation's log.
 */
import { roleSchema, type Role } from '#contract/session'
import type { Database, Tx } from '../../db/database'
import { invalidInput } from '../../faults'
import type { Person } from '../../person'
import type { AuditService } from '../audit/service'
import type { OrganisationService } from '../organisations/service'
import * as repo from './repo'

/** Null in a part: the own one. */
export interface View {
  readonly roleName: string | null
  readonly organisationName: string | null
}

export interface ViewAsService {
  /**
   * Changes what the session views as, for its next request.
   * @throws Fault 422 for a role or an organisation that does not exist; the view then stays as it was.
   */
  change(person: Person, view: View): Promise<{ organisation: string | null; role: Role | null }>
}

/** Begins, changes and ends views. */
export function createViewAsService(deps: {
  database: Database
  organisations: OrganisationService
  audit: AuditService
}): ViewAsService {
  const { database, organisations, audit } = deps
  return {
    async change(person, { roleName, organisationName }) {
      const role = roleOf(roleName)
      const organisation = organisationName === null ? null : await organisations.findByListedName(organisationName)
      if (organisation === undefined) {
        throw invalidInput({ display_name: 'There is no organisation of that name. Choose one from the list.' })
      }
      await database.asSystem(async (tx) => {
        await repo.setView(tx, person.sessionId, {
          temporaryRole: role,
          temporaryOrganisationId: organisation?.id ?? null,
        })
        await record(tx, person, organisation?.id ?? null, role)
      })
      return { organisation: organisation?.listedName ?? null, role }
    },
  }

  /** Where a view ends, and where one begins. */
  async function record(tx: Tx, person: Person, organisationId: string | null, role: Role | null): Promise<void> {
    const signedInTo = await repo.organisationOf(tx, person.sessionId)
    const next = organisationId ?? signedInTo ?? person.organisationId
    const isReset = organisationId === null && role === null
    if (isReset || next !== person.organisationId) await audit.recordIn(tx, person, 'view_as', 'ended')
    if (!isReset)
      await audit.recordIn(tx, { ...person, organisationId: next }, 'view_as', `as ${role ?? person.actor.role}`)
  }
}

function roleOf(name: string | null): Role | null {
  if (name === null) return null
  const role = roleSchema.safeParse(name)
  if (!role.success)
    throw invalidInput({ role_name: `There is no such role. Choose one of: ${roleSchema.options.join(', ')}.` })
  return role.data
}
