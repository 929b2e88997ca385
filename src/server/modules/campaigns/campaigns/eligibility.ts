/** docs/product.md#eligible-households. No personal data. */
import type { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import type { countEligibleHouseholds } from '#contract/campaigns/campaigns'
import type { Channel } from '#contract/households/channels'
import { MANY_MESSAGES } from '#contract/households/contactPressure'
import type { EstimateRange } from '#contract/households/estimates'
import type { Language } from '#contract/households/languages'
import type { FilterRequest } from '#contract/households/filters'
import { londonDay, monthsOn } from '#contract/days'
import type { Database } from '../../../db/database'
import { invalidInput } from '../../../http/faults'
import { isFewHouseholds, listNamed } from '../../households/need-to-know/looks'
import { requireShown, type RoleNeedToKnow } from '../../households/need-to-know/service'
import { NUMBER_GROUP } from '../../households/contacts/reachableFacts'
import type { ContactsService } from '../../households/contacts/service'
import { isEstimateHidden } from '../../households/need-to-know/groups'
import type { FiltersService } from '../../households/filters/service'
import { readReachableFacts, type ReachableFacts } from '../recipients/reachable'
import { EVERY_HOUSEHOLD, type Condition, type Predicate } from '../../households/snapshots/predicate'
import type { HouseholdFacts, LoadedSnapshot } from '../../households/snapshots/service'
import type { Drawable } from './draw'
import { AWARD, HIGHEST_AWARD, TARGETING } from './benefits'
import { columnsTold, EXCLUSION } from './columnsTold'
import type { HoldOuts } from './holdOuts'
import { refuseFewHouseholds, refuseSingleHouseholds } from './roundedCounts'
import { createRepeats, REPEATS_NUMBER, type SharingHouseholds } from './sharedNumbers'

const isFlag = (column: string, value: boolean): Predicate => [{ kind: 'flag', column, value }]

const REACHABLE: Readonly<Record<Channel, Predicate>> = {
  sms: isFlag('reachable_sms', true),
  print_and_post: isFlag('reachable_print_and_post', true),
}

export interface Target {
  readonly benefit: BenefitName
  readonly channel: Channel
  readonly stagger: number
  readonly withoutMobile: boolean
  readonly excludedByLetter: boolean
  readonly oneTextPerNumber: boolean
  /** False before a message is chosen. */
  readonly saysAmount: boolean
  readonly request: FilterRequest
  /** For the caller's filters only: the benefit's rule holds for everyone. */
  readonly access: RoleNeedToKnow
}

interface Waterfall {
  readonly matching_filters: number
  readonly fits_benefit: number
  readonly reachable: number
  readonly not_do_not_contact: number
  readonly not_contacted_recently: number
}

type ByChannel = NonNullable<z.output<typeof countEligibleHouseholds.reply>['by_channel']>

export type Eligibility = ReturnType<typeof createEligibility>

interface EligibilityDependencies {
  readonly filters: FiltersService
  readonly database: Database
  readonly contacts: Pick<ContactsService, 'findSharedNumbers'>
  readonly holdOuts: HoldOuts
  readonly now: () => Date
}

/**
 * Counts and lists eligible households.
 * @throws Fault 422 for wrong filters, or Custom without any; 409 where the count would reveal what is hidden from the
 * caller, or single households
 */
export const createEligibility = (deps: EligibilityDependencies) => ({
  async count(
    snapshot: LoadedSnapshot,
    organisationId: string,
    target: Target,
    reachableFacts: ReachableFacts,
  ): Promise<EligibleCount> {
    const { steps, counted } = await countSteps(deps, snapshot, organisationId, target, reachableFacts)
    return {
      ...counted,
      ...(await countUnclaimed(snapshot, steps, target)),
      byLanguage: target.access.hidden.has(LANGUAGE) ? null : await countByLanguage(snapshot, steps),
      byChannel: target.withoutMobile ? null : await countByChannel(snapshot, steps, target.channel, counted.eligible),
    }
  },

  async list(snapshot: LoadedSnapshot, organisationId: string, target: Target): Promise<ListedEligible> {
    const facts = await readReachableFacts(deps.database, organisationId)
    const { steps, counted } = await countSteps(deps, snapshot, organisationId, target, facts)
    return { ...counted, references: await snapshot.references(findEligible(steps), steps.facts) }
  },

  async listDrawable(
    snapshot: LoadedSnapshot,
    organisationId: string,
    benefit: BenefitName,
    references: readonly string[],
  ): Promise<Drawable[]> {
    const numbers = await deps.database.forOrganisation(organisationId, (tx) =>
      deps.contacts.findSharedNumbers(tx, organisationId),
    )
    const awards = await snapshot.awards(references, AWARD[benefit])
    return awards.map((award) => ({ ...award, number: numbers.get(award.reference) }))
  },
})

async function countSteps(...planned: Parameters<typeof planSteps>) {
  const [, snapshot] = planned
  const steps = await planSteps(...planned)
  const fall = await countFall(snapshot, steps)
  if (steps.isRounded) refuseFewHouseholds(fall.waterfall.matching_filters)
  const { isRounded, predicate, sharing } = steps
  return { steps, counted: { ...fall, isRounded, predicate, sharing, few: await listFew(snapshot, steps, fall.left) } }
}

async function planSteps(
  deps: EligibilityDependencies,
  snapshot: LoadedSnapshot,
  organisationId: string,
  target: Target,
  { contacts, contacted }: ReachableFacts,
): Promise<EligibilitySteps> {
  const { benefit, channel, stagger, withoutMobile, excludedByLetter, oneTextPerNumber, saysAmount, request, access } =
    target
  if (excludedByLetter) requireShown(access, [EXCLUSION], 'A letter in place of a text for digitally excluded people')
  if (benefit === 'custom' && isWithoutFilters(request)) {
    throw invalidInput({ filter_request_list: 'A Custom campaign needs at least one filter.' })
  }
  const since = Date.parse(monthsOn(londonDay(deps.now()), -stagger)) / 1000
  const notRecently: Predicate =
    stagger > 0 ? [{ kind: 'within', column: 'contacted_at', from: 0, below: since }] : EVERY_HOUSEHOLD
  const heldOut = await deps.holdOuts.facts(organisationId, benefit)
  const predicate = await deps.filters.compile(snapshot, request, access)
  const told = columnsTold(
    { benefitName: benefit, excludedByLetter, stagger, isHeldOut: !!heldOut, saysAmount },
    request,
  )
  const isRounded = told.some((column) => access.hidden.has(column))
  if (isRounded) refuseSingleHouseholds(request)
  const steps = [
    [...TARGETING[benefit], ...(withoutMobile ? [forLetters(excludedByLetter)] : [])],
    REACHABLE[channel],
    excludedByLetter && channel === 'sms' ? NOT_EXCLUDED : EVERY_HOUSEHOLD,
    isFlag('do_not_contact', false),
    heldOut ? isFlag('held_out', false) : EVERY_HOUSEHOLD,
    notRecently,
  ]
  const facts = [contacts, contacted, ...(heldOut ? [heldOut] : [])]
  const sharing =
    channel === 'sms' ? await snapshot.sharing([...predicate, ...steps.flat()], NUMBER_GROUP, facts) : null
  const repeats = sharing && oneTextPerNumber ? createRepeats(sharing) : null
  return {
    isRounded,
    predicate,
    // Last, so that the household chosen for a number meets every condition.
    steps: [...steps, repeats ? isFlag(REPEATS_NUMBER, false) : EVERY_HOUSEHOLD],
    facts: [...facts, ...(repeats ? [repeats] : [])],
    sharing,
  }
}

const findEligible = ({ predicate, steps }: EligibilitySteps): Predicate => [...predicate, ...steps.flat()]

async function countUnclaimed(
  snapshot: LoadedSnapshot,
  steps: EligibilitySteps,
  { benefit, access }: Target,
): Promise<Pick<EligibleCount, 'unclaimed' | 'withAmount'>> {
  if (isEstimateHidden(access.hidden, AWARD[benefit])) return { unclaimed: null, withAmount: null }
  const eligible = findEligible(steps)
  const [lowest = 0, highest = 0] = await snapshot.sums(eligible, [AWARD[benefit], HIGHEST_AWARD[benefit]], steps.facts)
  return {
    unclaimed: { lowest, highest },
    withAmount: await snapshot.countWith(eligible, AWARD[benefit], steps.facts),
  }
}

async function countByLanguage(
  snapshot: LoadedSnapshot,
  steps: EligibilitySteps,
): Promise<Readonly<Record<Language, number>>> {
  const eligible = findEligible(steps)
  const prefer = async (language: Language) =>
    (await snapshot.waterfall(eligible, [isFlag(`prefers_${language}`, true)], steps.facts))[1] ?? 0
  return { en: await prefer('en'), cy: await prefer('cy') }
}

async function countByChannel(
  snapshot: LoadedSnapshot,
  { predicate, steps, facts }: EligibilitySteps,
  channel: Channel,
  here: number,
): Promise<ByChannel> {
  const other = channel === 'sms' ? 'print_and_post' : 'sms'
  const ofChannel = steps.slice(...CHANNEL_STEPS).flat()
  const rest = [...steps.slice(0, CHANNEL_STEPS[0]), ...steps.slice(CHANNEL_STEPS[1], -1)].flat()
  const [, elsewhere = 0, both = 0] = await snapshot.waterfall(
    predicate,
    [[...rest, ...REACHABLE[other]], ofChannel],
    facts,
  )
  return other === 'sms'
    ? { sms: elsewhere, print_and_post: here, both }
    : { sms: here, print_and_post: elsewhere, both }
}

/** Steps that ask whether the channel suits a household. */
const CHANNEL_STEPS = [1, 3] as const

async function listFew(
  snapshot: LoadedSnapshot,
  { predicate, steps, facts }: EligibilitySteps,
  left: readonly number[],
): Promise<string[]> {
  const few = left.findIndex(isFewHouseholds)
  if (few === -1 && left.includes(0)) return listNamed(snapshot, predicate)
  return few === -1 ? [] : snapshot.references([...predicate, ...steps.slice(0, few).flat()], facts)
}

interface EligibilitySteps {
  readonly isRounded: boolean
  readonly predicate: Predicate
  readonly steps: readonly Predicate[]
  readonly facts: readonly HouseholdFacts[]
  readonly sharing: SharingHouseholds | null
}

interface EligibleHouseholds extends Fall {
  readonly isRounded: boolean
  /** What the filters select. */
  readonly predicate: Predicate
  /** Includes those left out by one text per number; null for letters. */
  readonly sharing: SharingHouseholds | null
  readonly few: readonly string[]
}

interface ListedEligible extends EligibleHouseholds {
  readonly references: string[]
}

interface EligibleCount extends EligibleHouseholds {
  readonly unclaimed: EstimateRange | null
  /** Where something is certainly unclaimed, as `((amount))` needs. */
  readonly withAmount: number | null
  readonly byChannel: ByChannel | null
  readonly byLanguage: Readonly<Record<Language, number>> | null
}

interface Fall {
  /** After none, one, two and more conditions. */
  readonly left: readonly number[]
  readonly waterfall: Waterfall
  readonly eligible: number
  readonly byLetter: number
  /** By other campaigns. */
  readonly heldOut: number
  readonly sameNumber: number
  readonly oftenContacted: number
  readonly digitallyExcluded: number
}

export const LANGUAGE = 'preferred_language'

const EXCLUDED = { kind: 'oneOf', column: EXCLUSION, values: ['high'] } as const
const NOT_EXCLUDED: Predicate = [{ ...EXCLUDED, isNot: true }]
const NO_MOBILE = { kind: 'flag', column: 'reachable_sms', value: false } as const
const forLetters = (excludedByLetter: boolean): Condition =>
  excludedByLetter ? { kind: 'anyOf', conditions: [NO_MOBILE, EXCLUDED] } : NO_MOBILE
const MANY: Predicate = [{ kind: 'within', column: 'recent_messages', from: MANY_MESSAGES, below: Infinity }]

async function countFall(snapshot: LoadedSnapshot, { predicate, steps, facts }: EligibilitySteps): Promise<Fall> {
  const left = await snapshot.waterfall(predicate, [...steps, MANY], facts)
  const [
    matching_filters = 0,
    fits_benefit = 0,
    reached = 0,
    reachable = 0,
    not_do_not_contact = 0,
    not_held_out = 0,
    not_contacted_recently = 0,
    eligible = 0,
    oftenContacted = 0,
  ] = left
  const [, digitallyExcluded = 0] = await snapshot.waterfall([...predicate, ...steps.flat()], [[EXCLUDED]], facts)
  return {
    left: left.slice(0, steps.length + 1),
    waterfall: { matching_filters, fits_benefit, reachable, not_do_not_contact, not_contacted_recently },
    eligible,
    byLetter: reached - reachable,
    heldOut: not_do_not_contact - not_held_out,
    sameNumber: not_contacted_recently - eligible,
    oftenContacted,
    digitallyExcluded,
  }
}

const isWithoutFilters = (request: FilterRequest) =>
  request.filter_request_list.length + request.dynamic_filter_value_request_list.length === 0

/** Which households a campaign adds, or leaves to another channel or text. */
export function readChannelSwitches(
  wanted: {
    readonly without_mobile?: boolean | undefined
    readonly excluded_by_letter?: boolean | undefined
    readonly one_text_per_number?: boolean | undefined
  },
  channel: Channel,
) {
  const withoutMobile = wanted.without_mobile === true && channel === 'print_and_post'
  const excludedByLetter = wanted.excluded_by_letter === true && (channel === 'sms' || withoutMobile)
  const oneTextPerNumber = wanted.one_text_per_number === true && channel === 'sms'
  return { withoutMobile, excludedByLetter, oneTextPerNumber }
}
