import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { LoadedRound, loadVisitRound, Visit } from '#contract/campaigns/visits'
import { walkingOrder } from '#contract/campaigns/walk'
import type { Database } from '../../../db/database'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { Secrets } from '../../../lib/secrets'
import type { HouseholdsService } from '../../households/households/service'
import type { NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import { chooseStops } from './chooseStops'
import { presentVisit } from './lastVisits'
import { addRound, lockRounds } from './repo'
import { countNewNames, namesADayFor, refuseReferences, refuseThirdRound } from './roundLimits'
import { createOutcomeKeys, nameOutcomeKey } from './sealedOutcome'
import { readVisitSettings } from './visitSettings'

export interface LoadRoundDependencies {
  readonly database: Database
  readonly secrets: Secrets
  readonly audit: AuditService
  readonly needToKnow: NeedToKnowService
  readonly households: HouseholdsService
}

/**
 * Audited, with a look at each household, before the answer.
 * @throws Fault 409 where a limit of docs/product.md#visit-rounds is reached or rounds are off; 422 for wrong filters
 */
export const createLoadRound =
  ({ database, secrets, audit, needToKnow, households }: LoadRoundDependencies) =>
  async (person: Person, asked: z.output<typeof loadVisitRound.body>): Promise<LoadedRound> => {
    const { hours, most, leave_out_days: leaveOutDays, ...request } = asked
    const { organisationId, userId: personId } = person
    const settings = await readVisitSettings(database, organisationId)
    if (!settings.is_on) throw conflict('Your organisation has not switched visit rounds on.', 'visit_rounds_off')
    refuseReferences(request)
    const { month, mayReadNotes, doorsteps } = await households.cards.listDoorsteps(person, request)
    const id = randomUUID()
    const { publicKey, privateKey } = createOutcomeKeys()
    const outcomeKey = secrets.seal(privateKey, nameOutcomeKey(organisationId, id))
    const namesADay = namesADayFor(person, settings)
    const walker = { organisationId, personId }
    const { stops, leftOut } = await database.forOrganisation(organisationId, async (tx) => {
      await lockRounds(tx, organisationId)
      await refuseThirdRound(tx, walker)
      const chosen = await chooseStops(tx, organisationId, doorsteps, { most, leaveOutDays })
      const references = chosen.stops.map((one) => one.household_reference)
      const newNames = namesADay === null ? null : await countNewNames(tx, walker, references, namesADay)
      await addRound(tx, { ...walker, id, householdReferences: references, outcomeKey, newNames, hours })
      await needToKnow.recordLooks(tx, person, `visit round of snapshot ${month}`, references)
      await audit.recordIn(tx, person, 'visit_round', `snapshot ${month}, ${hours} hours`, references.length)
      return chosen
    })
    const visits = stops.map(({ named, lastVisit, ...one }): Visit => ({
      ...one,
      last_visit: lastVisit ? presentVisit(lastVisit, mayReadNotes) : null,
      contact: namesADay === null ? null : named,
    }))
    return {
      round_id: id,
      outcome_key: publicKey,
      visits: walkingOrder(visits),
      left_out: leftOut,
      may_open_maps: settings.may_open_maps,
    }
  }
