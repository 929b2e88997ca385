import type { FastifyInstance } from 'fastify'
import { getHouseholdClasses } from '#contract/households/dotColours'
import { exportHouseholdsCsv, getHouseholdCard } from '#contract/households/households'
import { getHouseholdPoints, getMapClient, streetviewHouseholdData, streetviewWardData } from '#contract/households/map'
import { findPostcode } from '#contract/households/postcodes'
import { sendArrow, wantsArrow, anySignedIn, disconnectSignal, route } from '../../../http/route'
import { sendCsv } from '../../../lib/csv'
import type { HouseholdsService } from './service'

/** Personal data, so never cached. */
export function householdsRoutes(app: FastifyInstance, households: HouseholdsService): void {
  route(app, streetviewWardData, anySignedIn, async ({ person, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return households.wardData(person, body, disconnectSignal(reply))
  })

  route(app, streetviewHouseholdData, anySignedIn, async ({ person, body, request, reply }) => {
    reply.header('cache-control', 'no-store').header('vary', 'accept')
    const signal = disconnectSignal(reply)
    if (wantsArrow(request)) return sendArrow(reply, await households.householdMatches(person, body, signal))
    return reply.type('application/json; charset=utf-8').send(await households.householdData(person, body, signal))
  })

  route(app, getHouseholdPoints, anySignedIn, async ({ person, reply }) => {
    reply.header('cache-control', 'no-store')
    return sendArrow(reply, await households.points(person))
  })

  route(app, getHouseholdClasses, anySignedIn, async ({ person, query, reply }) => {
    reply.header('cache-control', 'no-store')
    return sendArrow(reply, await households.classes(person, query.colour))
  })

  route(app, exportHouseholdsCsv, anySignedIn, async ({ person, body, reply }) =>
    sendCsv(reply, await households.csv(person, body)),
  )

  route(app, getHouseholdCard, anySignedIn, async ({ person, body: { household_reference, ...request }, reply }) => {
    reply.header('cache-control', 'no-store')
    return households.card(person, household_reference, request)
  })

  route(app, findPostcode, anySignedIn, async ({ person, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return households.placeOfPostcode(person, body.postcode)
  })

  route(app, getMapClient, anySignedIn, async ({ person }) => households.mapClient(person.organisationId))
}
