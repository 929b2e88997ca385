import { randomUUID } from 'node:crypto'
import type { LoadedRound, Visit } from '#contract/campaigns/visits'
import type { FilterRequest } from '#contract/households/filters'
import type { Database } from '../../../db/database'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { Secrets } from '../../../lib/secrets'
import { describeDoors } from '../../households/contacts/findContacts'
import type { HouseholdsService } from '../../households/households/service'
import type { NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import { addRound, lockRounds } from './repo'
import { countNewNames, namesADayFor, refuseReferences, refuseThirdRound } from './roundLimits'
import { createOutcomeKeys, nameOutcomeKey } from './sealedOutcome'
import { readVisitSettings } from './visitSettings'
import { walkingOrder } from './walk'

export interface LoadRoundDependencies {
  readonly database: Database
  readonly secrets: Secrets
  readonly audit: AuditService
  readonly needToKnow: NeedToKnowService
  readonly households: HouseholdsService
}

/**
 * Loads a round; audited, with a look at each household, before the answer.
 * @throws Fault 409 while switched off, where none or more than 60 match, for references, for a third open round and for
 *   more names than are left today; 422 for wrong filters
 */
export const createLoadRound =
  ({ database, secrets, audit, needToKnow, households }: LoadRoundDependencies) =>
  async (person: Person, request: FilterRequest, hours: number): Promise<LoadedRound> => {
    const { organisationId, userId: personId } = person
    const settings = await readVisitSettings(database, organisationId)
    if (!settings.is_on) throw conflict('Your organisation has not switched visit rounds on.', 'visit_rounds_off')
    refuseReferences(request)
    const { month, doorsteps } = await households.cards.listDoorsteps(person, request)
    const references = doorsteps.map((one) => one.household_reference)
    const id = randomUUID()
    const { publicKey, privateKey } = createOutcomeKeys()
    const outcomeKey = secrets.seal(privateKey, nameOutcomeKey(organisationId, id))
    const namesADay = namesADayFor(person, settings)
    const walker = { organisationId, personId }
    const doors = await database.forOrganisation(organisationId, async (tx) => {
      await lockRounds(tx, walker)
      await refuseThirdRound(tx, walker)
      const newNames = namesADay === null ? null : await countNewNames(tx, walker, references, namesADay)
      await addRound(tx, { ...walker, id, householdReferences: references, outcomeKey, newNames, hours })
      await needToKnow.recordLooks(tx, person, `visit round of snapshot ${month}`, references)
      await audit.recordIn(tx, person, 'visit_round', `snapshot ${month}, ${hours} hours`, references.length)
      return describeDoors(tx, organisationId, references)
    })
    const visits = doorsteps.map((one): Visit => {
      const door = doors.get(one.household_reference)
      if (door?.doNotContact === true) {
        const { estimates: _estimates, ...rest } = one
        return { ...rest, do_not_contact: true, preferred_language: null, unclaimed: null, contact: null }
      }
      const contact = namesADay === null ? null : (door?.named ?? null)
      return { ...one, do_not_contact: false, contact }
    })
    return { round_id: id, outcome_key: publicKey, visits: walkingOrder(visits) }
  }
