import type { FastifyInstance } from 'fastify'
import {
  correctContact,
  eraseHousehold,
  exportSubjectAccess,
  findHouseholds,
  getHouseholdFile,
  liftCorrection,
  liftDoNotContact,
  markDoNotContact,
} from '#contract/data-protection/householdRights'
import type { Person } from '../../../http/person'
import { administrator, route } from '../../../http/route'
import { type NeedToKnowService } from '../../households/need-to-know/service'
import { isContactHidden } from '../../households/need-to-know/groups'
import type { ContactsService } from '../../households/contacts/service'
import type { HouseholdRightsService } from './service'

/** The rights desk of the organisation in view. */
export function householdRightsRoutes(
  app: FastifyInstance,
  {
    householdRights: rights,
    contacts,
    needToKnow,
  }: {
    readonly householdRights: HouseholdRightsService
    readonly contacts: Pick<ContactsService, 'liftDoNotContact'>
    readonly needToKnow: Pick<NeedToKnowService, 'of'>
  },
): void {
  /** 0 for a role that is not shown which households campaigns wrote to. */
  const leftOut = async (person: Person, messages: number) => ({
    left_out: isContactHidden((await needToKnow.of(person)).hidden) ? 0 : messages,
  })

  route(app, markDoNotContact, administrator, async ({ person, body }) => {
    const { household_reference: reference, number, reason } = body
    // The contract allows exactly one.
    const whose = reference === undefined ? { number: number ?? '' } : { reference }
    return leftOut(person, await rights.markDoNotContact(person, { ...whose, reason }))
  })

  route(app, liftDoNotContact, administrator, async ({ person, body }) => ({
    lifted: await contacts.liftDoNotContact(person, body.household_reference),
  }))

  route(app, correctContact, administrator, async ({ person, body }) =>
    leftOut(person, await rights.corrections.correct(person, body.household_reference, body.contact)),
  )

  route(app, liftCorrection, administrator, async ({ person, body }) =>
    leftOut(person, await rights.corrections.lift(person, body.household_reference)),
  )

  route(app, eraseHousehold, administrator, async ({ person, body }) => {
    await rights.erasures.erase(person, [body.household_reference])
    return {}
  })

  route(app, findHouseholds, administrator, ({ person, body }) => rights.findHouseholds(person, body.words))
  route(app, getHouseholdFile, administrator, ({ person, body }) => rights.readFile(person, body.household_reference))
  route(app, exportSubjectAccess, administrator, async ({ person, body }) => ({
    url: await rights.exportSubjectAccess(person, body),
  }))
}
