/**
 * Figures for a role from which columns are hidden (docs/product.md#need-to-know): none may reveal a single household.
 */
import { AREA_FILTER } from '#contract/households/area'
import type { CampaignDetail, ListedCampaign } from '#contract/campaigns/campaigns'
import { RECIPIENT_STATES, type RecipientState } from '#contract/campaigns/recipients'
import type { Spending } from '#contract/campaigns/messageCosts'
import type { FilterRequest } from '#contract/households/filters'
import { conflict, Fault } from '../../../http/faults'
import { withoutFigures } from './failuresTold'

/** Smaller selections are refused. */
const MIN_HOUSEHOLDS = 60

const STEP = 10

const SINGLE: readonly string[] = ['household_references', 'postcodes', AREA_FILTER.filter_name]

const CODE = 'selection_too_narrow'

const WHY = 'Your organisation does not show your role all that decides who this campaign is for.'

/** @throws Fault 409 for filters that choose households one by one */
export function refuseSingleHouseholds({ dynamic_filter_value_request_list: filters }: FilterRequest): void {
  if (!filters.some(({ filter_name }) => SINGLE.includes(filter_name))) return
  throw new Fault(
    409,
    CODE,
    `${WHY} So you cannot choose its households by reference, postcode or drawn area. Take these filters off, and use others.`,
  )
}

/** @throws Fault 409 for fewer households than are counted for the role */
export function refuseFewHouseholds(matching: number): void {
  if (matching >= MIN_HOUSEHOLDS) return
  throw new Fault(
    409,
    CODE,
    `${WHY} So at least ${MIN_HOUSEHOLDS} households must match its filters, and fewer do. Choose wider filters.`,
  )
}

export const MIN_ELIGIBLE = STEP

const NOBODY_LEFT = 'nobody_left'

/**
 * A role that gets rounded counts is refused where few are left as where nobody is: a refusal would tell them apart.
 * @throws Fault 409
 */
export function requireSomebodyLeft(households: number, isRounded: boolean): void {
  if (isRounded && households < MIN_ELIGIBLE)
    throw conflict(
      `Fewer than ${MIN_ELIGIBLE} households of this campaign can be contacted, perhaps none. Your role is not shown how many, so it cannot review or send it. Cancel it and choose more households.`,
      NOBODY_LEFT,
    )
  if (households === 0)
    throw conflict(
      'None of the households of this campaign can be contacted. Cancel it and choose other households.',
      NOBODY_LEFT,
    )
}

/** To the nearest 10, and at least 10. */
export const roundAtLeastTen = (households: number): number => Math.max(STEP, roundToTens(households))

/** To the nearest 10, so few become 0. */
export const roundToTens = (households: number): number => Math.round(households / STEP) * STEP

const roundProgress = (done: number, whole: number) =>
  done >= whole ? roundAtLeastTen(whole) : Math.floor(done / STEP) * STEP

const TEN_POUNDS = 1_000
const FREE_TEXTS_STEP = 100

/** No campaign's own spending can be worked out from it. */
export const roundSpending = (spending: Spending): Spending => ({
  ...spending,
  is_rounded: true,
  spent_pence: Math.round(spending.spent_pence / TEN_POUNDS) * TEN_POUNDS,
  free_texts_left: Math.round(spending.free_texts_left / FREE_TEXTS_STEP) * FREE_TEXTS_STEP,
})

/** A campaign of the list in rounded numbers. */
export const roundListed = (campaign: ListedCampaign): ListedCampaign => ({
  ...campaign,
  is_rounded: true,
  number_of_recipients: roundAtLeastTen(campaign.number_of_recipients),
  frozen_count: roundAtLeastTen(campaign.frozen_count),
  prepared_count: roundProgress(campaign.prepared_count, campaign.frozen_count),
  letters_made: roundProgress(campaign.letters_made, campaign.frozen_count),
  sent_count: roundToTens(campaign.sent_count),
  delivered_count: roundToTens(campaign.delivered_count),
})

const FEW_LEFT = `Fewer than ${MIN_ELIGIBLE} of its households can be contacted, perhaps none. Your role is not shown how many: ask somebody who is.`

function roundProblem({ phase, number_of_recipients: left, problem }: CampaignDetail): string | null {
  if (phase === 'prepared' && left < MIN_ELIGIBLE) return FEW_LEFT
  return problem === null ? null : withoutFigures(problem)
}

/** Rounded, without what names or counts single recipients. */
export const roundDetail = (campaign: CampaignDetail): CampaignDetail => ({
  ...campaign,
  ...roundListed(campaign),
  problem: roundProblem(campaign),
  // Has an entry for every state.
  recipients: Object.fromEntries(
    RECIPIENT_STATES.map((state) => [state, roundToTens(campaign.recipients[state])]),
  ) as Record<RecipientState, number>,
  // A guessed list could be compared with it.
  recipients_hash: '',
  removed_since_review: roundToTens(campaign.removed_since_review),
  removals: [],
  shared_numbers: null,
  often_contacted_count: roundToTens(campaign.often_contacted_count),
  web_alone_count: roundToTens(campaign.web_alone_count),
  hold_out: campaign.hold_out && { ...campaign.hold_out, households: roundToTens(campaign.hold_out.households) },
  translation: campaign.translation && { ...campaign.translation, households: null },
  missed_count: roundToTens(campaign.missed_count),
  late_receipts: roundToTens(campaign.late_receipts),
  cost: null,
  budget: null,
  replies: campaign.replies.flatMap(({ reply, households }) =>
    roundToTens(households) === 0 ? [] : [{ reply, households: roundToTens(households) }],
  ),
  letter_looks: null,
})
