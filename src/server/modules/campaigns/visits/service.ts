/** docs/product.md#visit-rounds */
import type { VisitSettings } from '#contract/campaigns/visits'
import { createLoadRound, type LoadRoundDependencies } from './loadRound'
import { createRecordOutcome, type RecordOutcomeDependencies } from './recordOutcome'
import { deleteRounds } from './repo'
import { createSaveVisitSettings, readVisitSettings } from './visitSettings'

export type VisitsService = ReturnType<typeof createVisitsService>

/** Visit rounds. */
export const createVisitsService = (deps: LoadRoundDependencies & RecordOutcomeDependencies) => ({
  readSettings: (organisationId: string): Promise<VisitSettings> => readVisitSettings(deps.database, organisationId),
  saveSettings: createSaveVisitSettings(deps),
  loadRound: createLoadRound(deps),
  recordOutcome: createRecordOutcome(deps),

  /** Deletes earlier rounds and outcomes. @returns how many rounds */
  deleteBefore: (organisationId: string, before: Date): Promise<number> =>
    deps.database.forOrganisation(organisationId, (tx) => deleteRounds(tx, organisationId, before)),
})
