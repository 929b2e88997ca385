import { londonDay } from '#contract/days'
import { MAX_MATCHING } from '#contract/households/visitOutcomes'
import type { FilterRequest } from '#contract/households/filters'
import type { HouseholdCard } from '#contract/households/households'
import { conflict, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { ContactHistory } from '../contacts/contactHistory'
import type { FiltersService } from '../filters/service'
import { isContactHidden } from '../need-to-know/groups'
import type { NeedToKnowService } from '../need-to-know/service'
import type { Predicate } from '../snapshots/predicate'
import { writeCard, listCardColumns, listDoorstepColumns, writeDoorstep } from './card'
import { isPlaceHidden, placeIn, type PointReaders } from './places'
import { readRecords } from './records'
import type { VisitHistory } from './visitHistory'

interface CardsDependencies {
  readonly filters: Pick<FiltersService, 'openLatest' | 'selectLatest' | 'readCatalogue'>
  readonly needToKnow: NeedToKnowService
  readonly contactHistory: Pick<ContactHistory, 'findLastContact'>
  readonly visitHistory: VisitHistory
  readonly points: Pick<PointReaders, 'readByPostcode'>
}

/** One household, or a visit round's few. @throws Fault as `filters.selectLatest` */
export const createCards = (deps: CardsDependencies) => ({
  /** @throws Fault also 404 for an unknown household */
  async read(person: Person, reference: string, request: FilterRequest): Promise<HouseholdCard> {
    const { snapshot, access } = await deps.filters.selectLatest(person, request)
    const { categories } = await deps.filters.readCatalogue(snapshot, access)
    const selected = [...request.filter_request_list, ...request.dynamic_filter_value_request_list].map(
      ({ filter_name }) => filter_name,
    )
    const one: Predicate = [{ kind: 'oneOf', column: 'household_reference', values: [reference], isComputed: true }]
    const [row] = await readRecords(snapshot, one, listCardColumns(selected, categories, access.hidden))
    if (!row) throw notFound('There is no such household in the latest snapshot.')
    const card = writeCard(row, selected, categories, snapshot)
    await deps.needToKnow.noteMatching(person, snapshot, one, 1)
    const contacted = isContactHidden(access.hidden)
      ? undefined
      : await deps.contactHistory.findLastContact(person.organisationId, card.household_reference)
    const visited = await deps.visitHistory.findLastVisit(person.organisationId, card.household_reference)
    return {
      ...card,
      last_contacted: contacted && londonDay(contacted),
      last_visit: visited && { outcome: visited.outcome, day: londonDay(visited.at) },
    }
  },

  /** Without those that the latest month lacks. */
  async readWards(
    person: Person,
    references: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly code: string; readonly name: string }>> {
    const { snapshot } = await deps.filters.openLatest(person)
    const these: Predicate = [{ kind: 'oneOf', column: 'household_reference', values: [...references] }]
    const rows = await readRecords(snapshot, these, ['household_reference', 'ward_code'])
    const names = new Map(snapshot.wards.map(({ code, name }) => [code, name]))
    return new Map(
      rows.map((row) => {
        const code = String(row.ward_code)
        return [String(row.household_reference), { code, name: names.get(code) ?? code }]
      }),
    )
  },

  /** For choosing a visit round, as shown to the role; nobody is a look. @throws Fault also 409 for none or too many */
  async listDoorsteps(person: Person, request: FilterRequest) {
    const { snapshot, access, predicate } = await deps.filters.selectLatest(person, request)
    const count = await snapshot.count(predicate)
    if (count === 0 || count > MAX_MATCHING) {
      await deps.needToKnow.noteMatching(person, snapshot, predicate, count)
      throw conflict(refuseCount(count), 'visit_round_size')
    }
    const isByPostcode = isPlaceHidden(access)
    const columns = listDoorstepColumns(access.hidden)
    const rows = await readRecords(snapshot, predicate, isByPostcode ? columns : [...columns, 'longitude', 'latitude'])
    const places = isByPostcode ? await deps.points.readByPostcode(snapshot) : undefined
    const doorsteps = rows.map((row) => {
      const { longitude, latitude } = places ? placeIn(places, row.household_reference) : row
      return { ...writeDoorstep(row, snapshot), longitude: Number(longitude), latitude: Number(latitude) }
    })
    // A note may say anything.
    return { month: snapshot.month, mayReadNotes: access.hidden.size === 0, doorsteps }
  },
})

const refuseCount = (count: number) =>
  count === 0
    ? 'No household matches these filters. Choose others, then start the round.'
    : `${count.toLocaleString('en-GB')} households match these filters. A visit round is chosen from ${MAX_MATCHING} at most: choose more filters, or draw a smaller area.`
