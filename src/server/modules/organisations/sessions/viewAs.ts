/** docs/product.md#view-as. The session holds the view; actions in it are audited there under the real name. */
import { roleSchema, type Role } from '#contract/organisations/session'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { invalidInput } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { AuditService } from '../audit/service'
import type { OrganisationsService } from '../organisations/service'
import * as repo from './repo'

/** Null: unchanged. */
export interface View {
  readonly roleName: string | null
  readonly organisationName: string | null
}

export type ViewAsService = ReturnType<typeof createViewAsService>

/** Changes views. */
export function createViewAsService(deps: {
  database: Database
  organisations: OrganisationsService
  audit: AuditService
}) {
  const { database, organisations, audit } = deps
  return {
    /** @throws Fault 422 for an unknown role or organisation, changing nothing */
    async change(person: Person, { roleName, organisationName }: View) {
      const role = findRole(roleName)
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

  async function record(tx: Tx, person: Person, organisationId: string | null, role: Role | null): Promise<void> {
    const signedInTo = await repo.findOrganisation(tx, person.sessionId)
    const next = organisationId ?? signedInTo ?? person.organisationId
    const isReset = organisationId === null && role === null
    if (isReset || next !== person.organisationId) await audit.recordIn(tx, person, 'view_as', 'ended')
    if (!isReset)
      await audit.recordIn(tx, { ...person, organisationId: next }, 'view_as', `as ${role ?? person.actor.role}`)
  }
}

function findRole(name: string | null): Role | null {
  if (name === null) return null
  const role = roleSchema.safeParse(name)
  if (!role.success)
    throw invalidInput({ role_name: `There is no such role. Choose one of: ${roleSchema.options.join(', ')}.` })
  return role.data
}
