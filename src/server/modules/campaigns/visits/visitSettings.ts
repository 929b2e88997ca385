import { DEFAULT_NAMES_A_DAY, type VisitSettings } from '#contract/campaigns/visitSettings'
import { roleSchema } from '#contract/organisations/session'
import type { Database } from '../../../db/database'
import type { Person } from '../../../http/person'
import type { AuditService } from '../../organisations/audit/service'
import * as repo from './repo'

const OFF: VisitSettings = { is_on: false, name_roles: [], names_a_day: DEFAULT_NAMES_A_DAY, may_open_maps: false }

/** An organisation's settings of visit rounds. */
export async function readVisitSettings(database: Database, organisationId: string): Promise<VisitSettings> {
  const found = await database.forOrganisation(organisationId, (tx) => repo.settings(tx, organisationId))
  if (!found) return OFF
  const { isOn, nameRoles, namesADay, mayOpenMaps } = found
  return {
    is_on: isOn,
    name_roles: roleSchema.array().parse(nameRoles),
    names_a_day: namesADay,
    may_open_maps: mayOpenMaps,
  }
}

/** Saves the settings of visit rounds. */
export const createSaveVisitSettings =
  ({ database, audit }: { readonly database: Database; readonly audit: AuditService }) =>
  (person: Person, changed: VisitSettings): Promise<void> =>
    database.forOrganisation(person.organisationId, async (tx) => {
      await repo.saveSettings(tx, person.organisationId, changed)
      const names = changed.name_roles.length === 0 ? 'no role' : changed.name_roles.join(', ')
      const maps = changed.may_open_maps ? ', postcodes to a maps app' : ''
      const subject = changed.is_on
        ? `on, names and addresses for ${names}, ${changed.names_a_day} a day${maps}`
        : 'off'
      await audit.recordIn(tx, person, 'visit_settings', subject)
    })
