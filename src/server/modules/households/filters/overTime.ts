/** docs/product.md#over-the-months */
import type { FilterRequest } from '#contract/households/filters'
import {
  NEW_SINCE_FILTER,
  readNewSince,
  readStillWaiting,
  STILL_WAITING_FILTER,
  WAITING_DAYS,
  type ClaimedBenefit,
} from '#contract/households/overTime'
import { daysOn } from '#contract/days'
import { Fault } from '../../../http/faults'
import type { RoleNeedToKnow } from '../need-to-know/service'
import type { ContactHistory } from '../contacts/contactHistory'
import type { VisitHistory } from '../households/visitHistory'
import { findByContact } from './contactPressure'
import { findByVisit } from './lastVisits'
import type { LoadedSnapshot, SnapshotsService } from '../snapshots/service'

/** References (`isNot`: all others), or faults by value index. */
type Listed =
  | { readonly references: readonly string[]; readonly isNot?: boolean }
  | { readonly problems: Readonly<Record<number, string>> }

export type ListedFilters = ReadonlyMap<string, Listed>

interface OverTimeDependencies {
  readonly snapshots: Pick<SnapshotsService, 'comparisons'>
  readonly contactHistory: Pick<ContactHistory, 'listContactedForBenefit' | 'readFacts'>
  readonly visitHistory: Pick<VisitHistory, 'listLastVisits'>
}

/** More than a year's months. */
const MAX_VALUES = 120

const UNCLAIMED = ['eligible_not_claiming', 'likely_eligible']
const NOT_CLAIMING = [...UNCLAIMED, 'not_eligible']

const FIRST_DAY = '2000-01-01'

const NO_SUCH_VALUE = 'This filter has no such value.'

class Problem extends Error {}

export type ListHouseholds = (
  snapshot: LoadedSnapshot,
  request: FilterRequest,
  access: RoleNeedToKnow,
) => Promise<ListedFilters>

/** By earlier months, campaigns and visits. */
export function createListedFilters({ snapshots, contactHistory, visitHistory }: OverTimeDependencies): ListHouseholds {
  const refuseHidden = (access: RoleNeedToKnow, benefit: ClaimedBenefit) => {
    if (access.hidden.has(benefit)) throw new Problem('Your organisation does not show this benefit to your role.')
  }

  async function newSince(snapshot: LoadedSnapshot, access: RoleNeedToKnow, value: string): Promise<readonly string[]> {
    const read = readNewSince(value)
    if (!read) throw new Problem(NO_SUCH_VALUE)
    const { month, change } = read
    if (change.kind !== 'household') refuseHidden(access, change.benefit)
    try {
      return await snapshots.comparisons.changedSince(
        snapshot.organisationId,
        { before: month, later: snapshot.month },
        change.kind === 'household'
          ? null
          : { column: change.benefit, values: change.kind === 'claiming' ? ['claiming'] : UNCLAIMED },
      )
    } catch (error) {
      if (error instanceof Fault && error.status === 404) throw new Problem('There are no data of that earlier month.')
      throw error
    }
  }

  async function stillWaiting(
    snapshot: LoadedSnapshot,
    access: RoleNeedToKnow,
    value: string,
  ): Promise<readonly string[]> {
    const waiting = readStillWaiting(value)
    if (!waiting) throw new Problem(NO_SUCH_VALUE)
    const { benefit, campaignId } = waiting
    refuseHidden(access, benefit)
    const references: string[] = []
    const days = { from: FIRST_DAY, to: daysOn(snapshot.month, -WAITING_DAYS) }
    const contacted = contactHistory.listContactedForBenefit(snapshot.organisationId, benefit, days, campaignId)
    for await (const page of contacted) references.push(...page)
    return snapshot.references([
      { kind: 'oneOf', column: 'household_reference', values: references },
      { kind: 'oneOf', column: benefit, values: NOT_CLAIMING },
    ])
  }

  const finders = new Map<string, typeof newSince>([
    [NEW_SINCE_FILTER.filter_name, newSince],
    [STILL_WAITING_FILTER.filter_name, stillWaiting],
  ])

  return async (snapshot, request, access) => {
    const lists = new Map<string, Listed>()
    for (const { filter_name: name, filter_value_list: values } of request.filter_request_list) {
      if (lists.has(name)) continue
      const readFacts = () => contactHistory.readFacts(snapshot.organisationId)
      const readVisits = () => visitHistory.listLastVisits(snapshot.organisationId)
      const found =
        (await findByContact(snapshot, name, values, readFacts)) ?? (await findByVisit(name, values, readVisits))
      if (found) lists.set(name, 'unknown' in found ? { problems: { [found.unknown]: NO_SUCH_VALUE } } : found)
      const find = finders.get(name)
      if (!find) continue
      const references = new Set<string>()
      const problems: Record<number, string> = {}
      if (values.length > MAX_VALUES) problems[MAX_VALUES] = `Choose at most ${MAX_VALUES} values.`
      for (const [index, value] of values.slice(0, MAX_VALUES).entries()) {
        try {
          for (const reference of await find(snapshot, access, value)) references.add(reference)
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          problems[index] = error.message
        }
      }
      lists.set(name, Object.keys(problems).length > 0 ? { problems } : { references: [...references] })
    }
    return lists
  }
}
