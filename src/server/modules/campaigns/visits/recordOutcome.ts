import type { z } from 'zod'
import { visitOutcomeSchema, type sendVisitOutcome, type VisitOutcome } from '#contract/campaigns/visits'
import type { VisitOutcomeName } from '#contract/households/visitOutcomes'
import type { MarkReason } from '#contract/households/doNotContact'
import type { Database } from '../../../db/database'
import { invalidInput, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { Secrets } from '../../../lib/secrets'
import type { CampaignsService } from '../campaigns/service'
import { followUpVisit } from '../replies/helpRequests'
import { addOutcome, findRound } from './repo'
import { nameOutcomeKey, openOutcome } from './sealedOutcome'

/** These outcomes end contact. */
const MARKS: Readonly<Partial<Record<VisitOutcomeName, MarkReason>>> = { moved: 'moved', do_not_call: 'objection' }

const CALLED_AGAIN: readonly VisitOutcomeName[] = ['call_again', 'helped_to_claim']

export interface RecordOutcomeDependencies {
  readonly database: Database
  readonly secrets: Secrets
  readonly campaigns: Pick<CampaignsService, 'stopContacting'>
}

/**
 * For a round that the person loaded. Idempotent.
 * @throws Fault 404 for another's round; 422 unless sealed for the round and of a household in it
 */
export const createRecordOutcome =
  ({ database, secrets, campaigns }: RecordOutcomeDependencies) =>
  async (person: Person, { id, round_id, sealed }: z.output<typeof sendVisitOutcome.body>): Promise<void> => {
    const { organisationId } = person
    await database.forOrganisation(organisationId, async (tx) => {
      const round = await findRound(tx, { organisationId, id: round_id, personId: person.userId })
      if (!round) throw notFound('There is no such visit round of yours.')
      const opened = readOutcome(secrets.open(round.outcomeKey, nameOutcomeKey(organisationId, round_id)), id, sealed)
      if (!opened || !round.householdReferences.includes(opened.household_reference)) {
        throw invalidInput({ sealed: 'This is no outcome of this visit round.' })
      }
      const { household_reference: reference, outcome } = opened
      const callAgainOn = CALLED_AGAIN.includes(outcome) ? (opened.call_again_on ?? null) : null
      const isNew = await addOutcome(tx, {
        organisationId,
        id,
        roundId: round_id,
        householdReference: reference,
        outcome,
        note: opened.note,
        callAgainOn,
        recordedAt: new Date(opened.recorded_at),
      })
      if (!isNew) return
      await followUpVisit(tx, organisationId, { reference, outcome, callAgainOn })
      const reason = MARKS[outcome]
      if (reason) await campaigns.stopContacting(tx, person, { reference, reason })
    })
  }

function readOutcome(privateKey: string, id: string, sealed: string): VisitOutcome | undefined {
  try {
    return visitOutcomeSchema.safeParse(openOutcome(privateKey, id, sealed)).data
  } catch {
    return undefined
  }
}
