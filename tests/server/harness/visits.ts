import { sql } from 'drizzle-orm'
import { loadVisitRound, type LoadedRound, type VisitOutcome } from '#contract/campaigns/visits'
import { sealOutcome } from '../../../src/offline/sealedOutcome'
import { visitRounds } from '../../../src/server/db/schema'
import { callAs, selected } from './caller'
import type { TestServer } from './server'

export const VISIT_SETTINGS = {
  is_on: true,
  name_roles: ['OrganisationAdmin'],
  names_a_day: 60,
  may_open_maps: false,
}

type Officer = 'viewer' | 'admin' | 'other'

/** Loads rounds, and records outcomes as a device does. */
export function visitTools(server: () => TestServer) {
  const load = async (person: Officer = 'viewer', filters: object = selected(), hours = 8) =>
    (await callAs(server(), person)).post('/api/visit-round', { ...filters, hours })
  const sealedFor = async ({ outcome_key, round_id }: LoadedRound, what: VisitOutcome) => {
    const id = crypto.randomUUID()
    return { id, round_id, sealed: await sealOutcome(outcome_key, id, what) }
  }
  const outcome = (reference: string, change: Partial<VisitOutcome> = {}): VisitOutcome => ({
    household_reference: reference,
    outcome: 'spoke',
    note: 'In the garden',
    recorded_at: '2026-11-20T10:00:00.000Z',
    ...change,
  })
  const send = async (person: Officer, body: object) =>
    (await callAs(server(), person)).post('/api/visit-outcome', body)
  return {
    set: async (settings: object = VISIT_SETTINGS) =>
      (await callAs(server(), 'admin')).post('/api/set-visit-settings', settings),
    load,
    loaded: async (...who: Parameters<typeof load>): Promise<LoadedRound> =>
      loadVisitRound.reply.parse((await load(...who)).json<unknown>()),
    send,
    outcome,
    sealedFor,
    /** Records what came of a visit of the person's round. */
    record: async (person: Officer, round: LoadedRound, reference: string, change: Partial<VisitOutcome> = {}) =>
      send(person, await sealedFor(round, outcome(reference, change))),
    /** What came before is over, so that its doors are free again. */
    endAll: () =>
      server().services.database.asSystem((tx) =>
        tx.update(visitRounds).set({ endsAt: sql`now() - interval '1 second'` }),
      ),
  }
}
