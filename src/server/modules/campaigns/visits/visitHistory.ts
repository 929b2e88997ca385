import type { Database } from '../../../db/database'
import type { VisitHistory } from '../../households/households/visitHistory'
import { listOutcomes } from './repo'

/** Needs the database alone, so that households, which visits are built on, can ask it. */
export const createVisitHistory = (database: Database): VisitHistory => ({
  async findLastVisit(organisationId, reference) {
    const [last] = await database.forOrganisation(organisationId, (tx) => listOutcomes(tx, organisationId, reference))
    return last ?? null
  },
})
