import type { FastifyInstance } from 'fastify'
import { getHouseholdClasses } from '#contract/households/dotColours'
import { listHouseholds } from '#contract/households/householdList'
import { exportHouseholdsCsv, getHouseholdCard } from '#contract/households/households'
import { getHouseholdPoints, getMapClient, streetviewHouseholdData, streetviewWardData } from '#contract/households/map'
import { findPostcode } from '#contract/households/postcodes'
import { sendArrow, wantsArrow } from '../../../http/arrow'
import { anySignedIn, disconnectSignal, route } from '../../../http/route'
import { sendCsv } from '../../../lib/csv'
import type { HouseholdsService } from './service'

/** Personal data, so never cached. */
export function householdsRoutes(app: FastifyInstance, households: HouseholdsService): void {
  route(app, streetviewWardData, anySignedIn, async ({ person, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return households.map.readWards(person, body, disconnectSignal(reply))
  })

  route(app, streetviewHouseholdData, anySignedIn, async ({ person, body, request, reply }) => {
    reply.header('cache-control', 'no-store').header('vary', 'accept')
    const signal = disconnectSignal(reply)
    if (wantsArrow(request)) return sendArrow(reply, await households.map.readMatches(person, body, signal))
    return reply
      .type('application/json; charset=utf-8')
      .send(await households.map.streamHouseholds(person, body, signal))
  })

  route(app, getHouseholdPoints, anySignedIn, async ({ person, reply }) => {
    reply.header('cache-control', 'no-store')
    return sendArrow(reply, await households.map.readPoints(person))
  })

  route(app, getHouseholdClasses, anySignedIn, async ({ person, query, reply }) => {
    reply.header('cache-control', 'no-store')
    return sendArrow(reply, await households.map.readClasses(person, query.colour))
  })

  route(app, exportHouseholdsCsv, anySignedIn, async ({ person, body, reply }) =>
    sendCsv(reply, await households.exports.exportCsv(person, body)),
  )

  route(app, getHouseholdCard, anySignedIn, async ({ person, body: { household_reference, ...request }, reply }) => {
    reply.header('cache-control', 'no-store')
    return households.cards.read(person, household_reference, request)
  })

  route(app, listHouseholds, anySignedIn, async ({ person, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return households.list(person, body)
  })

  route(app, findPostcode, anySignedIn, async ({ person, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return households.map.findPostcode(person, body.postcode)
  })

  route(app, getMapClient, anySignedIn, async ({ person }) => households.map.getClient(person.organisationId))
}
