/** docs/product.md#visit-rounds */
import type { OpenRounds } from '#contract/campaigns/visits'
import type { VisitSettings } from '#contract/campaigns/visitSettings'
import { notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { createLoadRound, type LoadRoundDependencies } from './loadRound'
import { createRecordOutcome, type RecordOutcomeDependencies } from './recordOutcome'
import { deleteRounds, markEnded } from './repo'
import { namesADayFor, readOpenRounds } from './roundLimits'
import { createVisitList, type VisitListDependencies } from './visitList'
import { createSaveVisitSettings, readVisitSettings } from './visitSettings'

export type VisitsService = ReturnType<typeof createVisitsService>

/** Visit rounds. */
export const createVisitsService = (
  deps: LoadRoundDependencies & RecordOutcomeDependencies & VisitListDependencies,
) => ({
  readSettings: (organisationId: string): Promise<VisitSettings> => readVisitSettings(deps.database, organisationId),
  saveSettings: createSaveVisitSettings(deps),
  loadRound: createLoadRound(deps),
  recordOutcome: createRecordOutcome(deps),
  outcomes: createVisitList(deps),

  async listOpen(person: Person): Promise<OpenRounds> {
    const { organisationId, userId: personId } = person
    const namesADay = namesADayFor(person, await readVisitSettings(deps.database, organisationId))
    return deps.database.forOrganisation(organisationId, (tx) =>
      readOpenRounds(tx, { organisationId, personId }, namesADay),
    )
  },

  /** Idempotent. @throws Fault 404 for another's */
  async end({ organisationId, userId: personId }: Person, id: string): Promise<void> {
    const isTheirs = await deps.database.forOrganisation(organisationId, (tx) =>
      markEnded(tx, { organisationId, personId, id }),
    )
    if (!isTheirs) throw notFound('There is no such visit round of yours.')
  },

  /** With outcomes. @returns how many rounds */
  deleteBefore: (organisationId: string, before: Date): Promise<number> =>
    deps.database.forOrganisation(organisationId, (tx) => deleteRounds(tx, organisationId, before)),
})
