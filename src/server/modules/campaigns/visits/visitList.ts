/** docs/product.md#visit-outcomes */
import { Readable } from 'node:stream'
import type { z } from 'zod'
import {
  VISITS_A_PAGE,
  type exportVisitsCsv,
  type ListedVisit,
  type listVisits,
  type VisitCounts,
  type VisitDays,
  type VisitFilter,
} from '#contract/campaigns/visitList'
import { londonDay } from '#contract/days'
import { VISIT_OUTCOME_WORDS, VISIT_OUTCOMES } from '#contract/households/visitOutcomes'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import { BYTE_ORDER_MARK, csvLine, type CsvFile } from '../../../lib/csv'
import { publishedParts, SMALL, type PublishedCount } from '../../../lib/rounding'
import { readContacts } from '../../households/contacts/findContacts'
import type { HouseholdsService } from '../../households/households/service'
import { COLUMNS_OF_CONTACT } from '../../households/need-to-know/groups'
import { isFewHouseholds } from '../../households/need-to-know/looks'
import {
  allowExport,
  purposeInName,
  purposeInWords,
  requireShown,
  type NeedToKnowService,
} from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import { describeContact } from '../replies/describeHouseholds'
import * as repo from './repo'

const PLACE = 'visit outcomes'

export interface VisitListDependencies {
  readonly database: Database
  readonly audit: AuditService
  readonly needToKnow: NeedToKnowService
  readonly households: HouseholdsService
}

interface Ward {
  readonly code: string
  readonly name: string
}

type WardedVisit = repo.VisitRow & { readonly ward: Ward }

/** For a household that has left the data. */
const NO_WARD: Ward = { code: '', name: '' }

/** @throws Fault 409 from its methods, for a role that is not shown which households campaigns wrote to */
export function createVisitList({ database, audit, needToKnow, households }: VisitListDependencies) {
  const requireVisitsShown = async (person: Person) => {
    const access = await needToKnow.of(person)
    // A visit may reveal what its round's filter asked for.
    requireShown(access, COLUMNS_OF_CONTACT, 'This page')
    return access
  }

  const readVisits = async (person: Person, { from, to }: VisitDays): Promise<WardedVisit[]> => {
    const visits = await database.forOrganisation(person.organisationId, (tx) =>
      repo.listVisits(tx, person.organisationId, { from, to }),
    )
    const references = [...new Set(visits.map(({ reference }) => reference))]
    const wards = references.length === 0 ? undefined : await households.cards.readWards(person, references)
    return visits.map((visit) => ({ ...visit, ward: wards?.get(visit.reference) ?? NO_WARD }))
  }

  const readMatching = async (person: Person, filter: VisitFilter): Promise<WardedVisit[]> => {
    const { outcome, officer, ward_code: wardCode } = filter
    return (await readVisits(person, filter)).filter(
      (visit) =>
        (outcome === undefined || visit.outcome === outcome) &&
        (officer === undefined || visit.officer === officer) &&
        (wardCode === undefined || visit.ward.code === wardCode),
    )
  }

  const noteLooks = async (tx: Tx, person: Person, matching: readonly WardedVisit[]) => {
    const references = [...new Set(matching.map(({ reference }) => reference))]
    if (isFewHouseholds(references.length)) await needToKnow.recordLooks(tx, person, PLACE, references)
  }

  return {
    async count(person: Person, days: VisitDays): Promise<VisitCounts> {
      await requireVisitsShown(person)
      return countVisits(await readVisits(person, days))
    },

    /** Audited, by number. */
    async list(
      person: Person,
      { page, ...filter }: z.output<typeof listVisits.body>,
    ): Promise<z.output<typeof listVisits.reply>> {
      const { hidden } = await requireVisitsShown(person)
      const matching = await readMatching(person, filter)
      const shown = matching.slice((page - 1) * VISITS_A_PAGE, page * VISITS_A_PAGE)
      return database.forOrganisation(person.organisationId, async (tx) => {
        await noteLooks(tx, person, matching)
        await audit.recordIn(tx, person, 'looked_up', PLACE, shown.length)
        return { total: matching.length, visits: await describeVisits(tx, person, shown, hidden) }
      })
    },

    /** Audited. @throws Fault also 403 and 422 of {@link allowExport} */
    async exportCsv(
      person: Person,
      { purpose: wanted, ...filter }: z.output<typeof exportVisitsCsv.body>,
    ): Promise<CsvFile> {
      const access = await requireVisitsShown(person)
      const purpose = allowExport(access, wanted)
      const matching = await readMatching(person, filter)
      const days = `${filter.from} to ${filter.to}`
      const visits = await database.forOrganisation(person.organisationId, async (tx) => {
        await noteLooks(tx, person, matching)
        await audit.recordIn(tx, person, 'export', `visits ${days}${purposeInWords(purpose)}`, matching.length)
        return describeVisits(tx, person, matching, access.hidden)
      })
      const name = `visits-${days.replaceAll(' ', '-')}${purposeInName(purpose)}.csv`
      return { name, stream: Readable.from(writeLines(visits, mayReadNotes(access.hidden))) }
    },
  }
}

/** A note may say anything. */
const mayReadNotes = (hidden: ReadonlySet<string>): boolean => hidden.size === 0

function countVisits(visits: readonly WardedVisit[]): VisitCounts {
  const outcomes = VISIT_OUTCOMES.map((outcome) => ({
    outcome,
    count: visits.filter((one) => one.outcome === outcome).length,
  }))
  const wards = countBy(visits, ({ ward }) => ward.code).toSorted(
    ({ first: { ward: one } }, { first: { ward: other } }) =>
      Number(one.code === '') - Number(other.code === '') || one.name.localeCompare(other.name),
  )
  const officers = countBy(visits, ({ officer }) => officer).toSorted(({ first: one }, { first: other }) =>
    (one.email ?? '').localeCompare(other.email ?? ''),
  )
  return {
    by_outcome: publish(outcomes).map(([{ outcome }, count]) => ({ outcome, visits: count })),
    by_ward: publish(wards).map(([{ first }, count]) => ({
      ward_code: first.ward.code,
      ward_name: first.ward.name,
      visits: count,
    })),
    by_officer: publish(officers).map(([{ first }, count]) => ({
      officer: first.officer,
      email: first.email,
      visits: count,
    })),
  }
}

interface Counted {
  readonly count: number
}

const publish = <Group extends Counted>(groups: readonly Group[]): (readonly [Group, PublishedCount])[] => {
  const counts = publishedParts(groups.map(({ count }) => count))
  return groups.map((group, index) => [group, counts[index] ?? SMALL])
}

function countBy(
  visits: readonly WardedVisit[],
  keyOf: (visit: WardedVisit) => string,
): (Counted & { readonly first: WardedVisit })[] {
  const groups = new Map<string, { first: WardedVisit; count: number }>()
  for (const visit of visits) {
    const group = groups.get(keyOf(visit))
    if (group) group.count += 1
    else groups.set(keyOf(visit), { first: visit, count: 1 })
  }
  return [...groups.values()]
}

async function describeVisits(
  tx: Tx,
  { organisationId }: Person,
  visits: readonly WardedVisit[],
  hidden: ReadonlySet<string>,
): Promise<ListedVisit[]> {
  const references = [...new Set(visits.map(({ reference }) => reference))]
  const contacts = await readContacts(tx, organisationId, 'print_and_post', references)
  return visits.map((visit) => ({
    id: visit.id,
    household_reference: visit.reference,
    address: describeContact(contacts.get(visit.reference), !hidden.has('longitude')).address,
    ward_name: visit.ward.name,
    outcome: visit.outcome,
    officer: visit.email,
    day: londonDay(visit.at),
    call_again_on: visit.callAgainOn,
    note: mayReadNotes(hidden) ? visit.note : null,
  }))
}

/** Excel reads it as UTF-8. */
function* writeLines(visits: readonly ListedVisit[], hasNotes: boolean): Generator<string> {
  const headings = ['Household', 'Address', 'Ward', 'Outcome', 'Officer', 'Date', 'Call again on']
  yield BYTE_ORDER_MARK + csvLine([...headings, ...(hasNotes ? ['Note'] : [])])
  for (const visit of visits) {
    yield csvLine([
      visit.household_reference,
      visit.address,
      visit.ward_name,
      VISIT_OUTCOME_WORDS[visit.outcome],
      visit.officer ?? 'Support staff',
      visit.day,
      visit.call_again_on ?? '',
      ...(hasNotes ? [visit.note ?? ''] : []),
    ])
  }
}
