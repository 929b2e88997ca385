/** docs/product.md#visit-rounds */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { FilterRequest } from '#contract/households/filters'
import {
  visitOutcomeSchema,
  type LoadedRound,
  type sendVisitOutcome,
  type Visit,
  type VisitOutcome,
  type VisitSettings,
} from '#contract/campaigns/visits'
import type { VisitOutcomeName } from '#contract/households/visitOutcomes'
import type { MarkReason } from '#contract/data-protection/householdRights'
import { roleSchema } from '#contract/organisations/session'
import type { Database } from '../../../db/database'
import { conflict, invalidInput, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { Secrets } from '../../../lib/secrets'
import type { NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import type { HouseholdsService } from '../../households/households/service'
import { describeDoors } from '../../households/contacts/findContacts'
import type { CampaignsService } from '../campaigns/service'
import * as repo from './repo'
import { createOutcomeKeys, openOutcome } from './sealedOutcome'
import { walkingOrder } from './walk'

const OFF: VisitSettings = { is_on: false, name_roles: [] }

/** These outcomes end contact. */
const MARKS: Readonly<Partial<Record<VisitOutcomeName, MarkReason>>> = { moved: 'moved', do_not_call: 'objection' }

export type VisitsService = ReturnType<typeof createVisitsService>

/** Visit rounds. */
export function createVisitsService(deps: {
  readonly database: Database
  readonly secrets: Secrets
  readonly audit: AuditService
  readonly needToKnow: NeedToKnowService
  readonly households: HouseholdsService
  readonly campaigns: Pick<CampaignsService, 'stopContacting'>
}) {
  const { database, secrets, audit, needToKnow, campaigns } = deps
  const placeOf = (organisationId: string, roundId: string) => `visit round ${roundId} of ${organisationId}`

  const settings = (organisationId: string): Promise<VisitSettings> =>
    database.forOrganisation(organisationId, async (tx) => {
      const found = await repo.settings(tx, organisationId)
      return found ? { is_on: found.isOn, name_roles: roleSchema.array().parse(found.nameRoles) } : OFF
    })

  return {
    settings,

    set: (person: Person, changed: VisitSettings): Promise<void> =>
      database.forOrganisation(person.organisationId, async (tx) => {
        await repo.saveSettings(tx, person.organisationId, changed)
        const names = changed.name_roles.length === 0 ? 'no role' : changed.name_roles.join(', ')
        const subject = changed.is_on ? `on, names and addresses for ${names}` : 'off'
        await audit.recordIn(tx, person, 'visit_settings', subject)
      }),

    /**
     * Loads a round; audited, with a look at each household, before the answer.
     * @throws Fault 409 while switched off, or where none or more than 60 match; 422 for wrong filters
     */
    async load(person: Person, request: FilterRequest, hours: number): Promise<LoadedRound> {
      const { organisationId } = person
      const { is_on: isOn, name_roles: nameRoles } = await settings(organisationId)
      if (!isOn) throw conflict('Your organisation has not switched visit rounds on.', 'visit_rounds_off')
      const { month, doorsteps } = await deps.households.cards.listDoorsteps(person, request)
      const references = doorsteps.map((one) => one.household_reference)
      const id = randomUUID()
      const { publicKey, privateKey } = createOutcomeKeys()
      const outcomeKey = secrets.seal(privateKey, placeOf(organisationId, id))
      const doors = await database.forOrganisation(organisationId, async (tx) => {
        await repo.addRound(tx, {
          organisationId,
          id,
          personId: person.userId,
          householdReferences: references,
          outcomeKey,
        })
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
        return {
          ...one,
          do_not_contact: false,
          contact: nameRoles.includes(person.role) ? (door?.named ?? null) : null,
        }
      })
      return { round_id: id, outcome_key: publicKey, visits: walkingOrder(visits) }
    },

    /**
     * Records an outcome of a round that the person loaded. Idempotent.
     * @throws Fault 404 for another's round; 422 unless sealed for the round and of a household in it
     */
    async record(person: Person, { id, round_id, sealed }: z.output<typeof sendVisitOutcome.body>): Promise<void> {
      const { organisationId } = person
      await database.forOrganisation(organisationId, async (tx) => {
        const round = await repo.findRound(tx, { organisationId, id: round_id, personId: person.userId })
        if (!round) throw notFound('There is no such visit round of yours.')
        const opened = outcomeIn(secrets.open(round.outcomeKey, placeOf(organisationId, round_id)), id, sealed)
        if (!opened || !round.householdReferences.includes(opened.household_reference)) {
          throw invalidInput({ sealed: 'This is no outcome of this visit round.' })
        }
        const isNew = await repo.addOutcome(tx, {
          organisationId,
          id,
          roundId: round_id,
          householdReference: opened.household_reference,
          outcome: opened.outcome,
          note: opened.note,
          recordedAt: new Date(opened.recorded_at),
        })
        const reason = MARKS[opened.outcome]
        if (!isNew || !reason) return
        await campaigns.stopContacting(tx, person, { reference: opened.household_reference, reason })
      })
    },

    /** Deletes earlier rounds and outcomes. @returns how many rounds */
    deleteBefore: (organisationId: string, before: Date): Promise<number> =>
      database.forOrganisation(organisationId, (tx) => repo.deleteRounds(tx, organisationId, before)),
  }
}

function outcomeIn(privateKey: string, id: string, sealed: string): VisitOutcome | undefined {
  try {
    return visitOutcomeSchema.safeParse(openOutcome(privateKey, id, sealed)).data
  } catch {
    return undefined
  }
}
