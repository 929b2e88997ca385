import type { Database } from '../../../db/database'
import type { VisitHistory } from '../../households/households/visitHistory'
import { findLastVisits } from './repo'

/** Needs only the database, so that households can ask it. */
export const createVisitHistory = (database: Database): VisitHistory => ({
  async findLastVisit(organisationId, reference) {
    const last = await database.forOrganisation(organisationId, (tx) => findLastVisits(tx, organisationId, [reference]))
    return last.get(reference) ?? null
  },

  listLastVisits: (organisationId) =>
    database.forOrganisation(organisationId, (tx) => findLastVisits(tx, organisationId)),
})
