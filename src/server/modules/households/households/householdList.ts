import type { z } from 'zod'
import { londonDay } from '#contract/days'
import { rangeInWords } from '#contract/households/estimates'
import { HOUSEHOLDS_A_PAGE, type HouseholdInList, type listHouseholds } from '#contract/households/householdList'
import type { Person } from '../../../http/person'
import { snapshotColumn } from '../columns/columns'
import type { ContactHistory } from '../contacts/contactHistory'
import type { FiltersService } from '../filters/service'
import { isContactHidden, isEstimateHidden } from '../need-to-know/groups'
import type { NeedToKnowService } from '../need-to-know/service'
import type { RowColumn } from '../snapshots/service'
import { cardRowSchema } from './card'

interface ListDependencies {
  readonly filters: Pick<FiltersService, 'selectLatest'>
  readonly needToKnow: Pick<NeedToKnowService, 'noteMatching'>
  readonly contactHistory: Pick<ContactHistory, 'findLastContacts'>
}

/** The map's households as a list. @returns reads a page; throws Fault 422 for wrong filters */
export const createHouseholdList =
  ({ filters, needToKnow, contactHistory }: ListDependencies) =>
  async (
    person: Person,
    { order, page, ...request }: z.output<typeof listHouseholds.body>,
  ): Promise<z.output<typeof listHouseholds.reply>> => {
    const { snapshot, access, predicate } = await filters.selectLatest(person, request)
    const isContact = !isContactHidden(access.hidden)
    const isEstimate = !isEstimateHidden(access.hidden, 'unclaimed_a_year')
    const columns = (['age_of_head', 'household_type'] as const).filter((column) => !access.hidden.has(column))
    const estimates: RowColumn[] = isEstimate ? ['unclaimed_a_year', 'unclaimed_highest_a_year'] : []
    const lines = await snapshot.page(predicate, ['household_reference', 'ward_code', ...columns, ...estimates], {
      mostFirst: isEstimate && order === 'unclaimed' ? 'unclaimed_a_year' : undefined,
      offset: (page - 1) * HOUSEHOLDS_A_PAGE,
      limit: HOUSEHOLDS_A_PAGE,
    })
    await needToKnow.noteMatching(person, snapshot, predicate, await snapshot.count(predicate))
    const rows = lines.map((line) => cardRowSchema.parse(JSON.parse(line)))
    const references = rows.map((row) => String(row.household_reference))
    const contacts = isContact ? await contactHistory.findLastContacts(person.organisationId, references) : undefined
    const wards = new Map(snapshot.wards.map(({ code, name }) => [code, name]))
    return {
      households: rows.map((row) => {
        const reference = String(row.household_reference)
        const contacted = contacts?.get(reference)
        return {
          household_reference: reference,
          ward_name: wards.get(String(row.ward_code)) ?? '',
          unclaimed: isEstimate
            ? rangeInWords({ lowest: Number(row.unclaimed_a_year), highest: Number(row.unclaimed_highest_a_year) })
            : null,
          age_of_head: typeof row.age_of_head === 'number' ? row.age_of_head : null,
          household_type: typeof row.household_type === 'string' ? typeInWords(row.household_type) : null,
          last_contacted: contacted ? londonDay(contacted) : null,
        }
      }),
      hidden: [
        ...(isEstimate ? [] : (['unclaimed'] as const)),
        ...(['age_of_head', 'household_type'] as const).filter((column) => access.hidden.has(column)),
        ...(isContact ? [] : (['last_contacted'] as const)),
      ] satisfies (keyof HouseholdInList)[],
    }
  }

const householdType = snapshotColumn('household_type')

const typeInWords = (name: string): string =>
  (householdType.kind === 'enum' ? householdType.values : []).find((one) => one.name === name)?.displayName ?? name
