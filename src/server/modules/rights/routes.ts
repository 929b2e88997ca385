import type { FastifyInstance } from 'fastify'
import { markDoNotContact } from '#contract/rights'
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
}
