import type { FastifyInstance } from 'fastify'
import { exportVisitsCsv, getVisitCounts, listVisits } from '#contract/campaigns/visitList'
import { endVisitRound, getOpenRounds, loadVisitRound, sendVisitOutcome } from '#contract/campaigns/visits'
import { getVisitSettings, setVisitSettings } from '#contract/campaigns/visitSettings'
import { administrator, anySignedIn, route } from '../../../http/route'
import { sendCsv } from '../../../lib/csv'
import type { VisitsService } from './service'

/** Personal data, so never cached. */
export function visitsRoutes(app: FastifyInstance, visits: VisitsService): void {
  route(app, getVisitSettings, anySignedIn, ({ person }) => visits.readSettings(person.organisationId))
  route(app, setVisitSettings, administrator, async ({ person, body }) => {
    await visits.saveSettings(person, body)
    return body
  })
  route(app, loadVisitRound, anySignedIn, async ({ person, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return visits.loadRound(person, body)
  })
  route(app, getOpenRounds, anySignedIn, ({ person }) => visits.listOpen(person))
  route(app, endVisitRound, anySignedIn, async ({ person, body }) => {
    await visits.end(person, body.round_id)
    return body
  })
  route(app, sendVisitOutcome, anySignedIn, async ({ person, body }) => {
    await visits.recordOutcome(person, body)
    return { id: body.id }
  })
  route(app, getVisitCounts, administrator, ({ person, body }) => visits.outcomes.count(person, body))
  route(app, listVisits, administrator, async ({ person, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return visits.outcomes.list(person, body)
  })
  route(app, exportVisitsCsv, administrator, async ({ person, body, reply }) =>
    sendCsv(reply, await visits.outcomes.exportCsv(person, body)),
  )
}
