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
} from '#contract/rights'
import { administrator, route } from '../../route'
import type { RightsService } from './service'

/** The rights desk of the organisation in view. */
export function rightsRoutes(app: FastifyInstance, { rights }: { rights: RightsService }): void {
  route(app, markDoNotContact, administrator, async ({ person, body }) => {
    const { household_reference: reference, number, reason } = body
    // The contract has exactly one of them.
    const whose = reference === undefined ? { number: number ?? '' } : { reference }
    return { left_out: await rights.markDoNotContact(person, { ...whose, reason }) }
  })

  route(app, liftDoNotContact, administrator, async ({ person, body }) => ({
    lifted: await rights.liftDoNotContact(person, body.household_reference),
  }))

  route(app, correctContact, administrator, async ({ person, body }) => ({
    left_out: await rights.correct(person, body.household_reference, body.contact),
  }))

  route(app, liftCorrection, administrator, async ({ person, body }) => ({
    left_out: await rights.liftCorrection(person, body.household_reference),
  }))

  route(app, eraseHousehold, administrator, async ({ person, body }) => {
    await rights.erase(person, [body.household_reference])
    return {}
  })

  route(app, findHouseholds, administrator, ({ person, body }) => rights.find(person, body.words))
  route(app, getHouseholdFile, administrator, ({ person, body }) => rights.file(person, body.household_reference))
  route(app, exportSubjectAccess, administrator, async ({ person, body }) => ({
    url: await rights.subjectAccess(person, body),
  }))
}
