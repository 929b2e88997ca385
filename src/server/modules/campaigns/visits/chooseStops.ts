import { daysOn, londonDay } from '#contract/days'
import type { HouseholdsLeftOut } from '#contract/campaigns/visits'
import { takeTogether } from '#contract/campaigns/walk'
import type { Tx } from '../../../db/engine'
import { conflict } from '../../../http/faults'
import { describeDoors, type Door } from '../../households/contacts/findContacts'
import * as repo from './repo'

interface Choice {
  readonly most: number
  /** 0: nobody is left out. */
  readonly leaveOutDays: number
}

interface Place {
  readonly household_reference: string
  readonly longitude: number
  readonly latitude: number
}

export interface Stop {
  readonly named: Door['named']
  readonly lastVisit: repo.StoredVisit | undefined
}

/**
 * Runs under the lock of the organisation's rounds, so that no two share a door.
 * @throws Fault 409 where none is left
 */
export async function chooseStops<One extends Place>(
  tx: Tx,
  organisationId: string,
  matching: readonly One[],
  { most, leaveOutDays }: Choice,
): Promise<{ stops: (One & Stop)[]; leftOut: HouseholdsLeftOut }> {
  const references = matching.map((one) => one.household_reference)
  const inOpenRounds = await repo.findInOpenRounds(tx, organisationId)
  const doors = await describeDoors(tx, organisationId, references)
  const visits = await repo.findLastVisits(tx, organisationId, references)
  const today = londonDay(new Date())
  const leftOut = { visited: 0, in_open_rounds: 0, do_not_contact: 0 }
  const free: (One & Stop)[] = []
  for (const one of matching) {
    const door = doors.get(one.household_reference)
    const lastVisit = visits.get(one.household_reference)
    if (door?.doNotContact) leftOut.do_not_contact += 1
    else if (inOpenRounds.has(one.household_reference)) leftOut.in_open_rounds += 1
    else if (lastVisit && isTooEarly(lastVisit, leaveOutDays, today)) leftOut.visited += 1
    else free.push({ ...one, named: door?.named ?? null, lastVisit })
  }
  if (free.length === 0) throw conflict(refuseAll(matching.length, leftOut), 'visit_round_none_left')
  const stops = takeTogether(free, most)
  return { stops, leftOut: { ...leftOut, more: free.length - stops.length } }
}

function isTooEarly({ outcome, at, callAgainOn }: repo.StoredVisit, days: number, today: string): boolean {
  const day = londonDay(at)
  if (days === 0 || day <= daysOn(today, -days)) return false
  return outcome !== 'call_again' || (callAgainOn ?? daysOn(day, 1)) > today
}

function refuseAll(matching: number, leftOut: Omit<HouseholdsLeftOut, 'more'>): string {
  const reasons = [
    [leftOut.visited, 'visited in the time that you chose'],
    [leftOut.in_open_rounds, 'in a visit round that is open'],
    [leftOut.do_not_contact, 'not to be contacted'],
  ] as const
  const why = reasons.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`])).join(', ')
  return `No household is left to visit: of ${matching} that match, ${why}. Choose other filters, or end an open round of yours.`
}
