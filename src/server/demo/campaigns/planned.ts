import type { MessageBudget } from '#contract/campaigns/messageCosts'
import type { HoldOutPercentage } from '#contract/campaigns/holdOuts'
import type { FilterRequest } from '#contract/households/filters'

/**
 * Northmere wrote about Pension Credit in April and held half out, so October's snapshot shows the effect: of the first
 * campaign with a verdict, of the second without one, because its hold-out was released and half written to.
 */
export interface DemoCampaign {
  readonly name: string
  readonly benefit: keyof typeof TEXTS
  readonly snapshot: string
  readonly added: Date
  readonly run: Date
  readonly holdOut: HoldOutPercentage
  /** The campaign whose hold-out was released, and when. */
  readonly after?: { readonly released: string; readonly on: Date }
  readonly filters: FilterRequest
}

export const BUDGET: MessageBudget = { postage: 'second', budget_pence: null, over_budget: 'nobody', free_texts: 0 }

export const STAGGER = 6

/** With this draw more of those contacted claim from June on: `npm run demo:effect`. */
export const HOLD_OUT_SEED = '7274686d6572652c20617072696c2031'

const writeRequest = (does: string) =>
  `Dear ((first_name)) ((last_name)), our records suggest that you could be getting ((benefit)) and are not. ${does} ` +
  'or ask us to help you. ((organisation))'

export const TEXTS = {
  pension_credit: {
    name: 'Pension Credit: first message',
    benefit: 'pension_credit',
    text: writeRequest('It tops up your pension and opens the way to other help. Claim free on 0800 99 1234,'),
  },
  attendance_allowance: {
    name: 'Attendance Allowance: first message',
    benefit: 'attendance_allowance',
    text: writeRequest(
      'It helps with the costs of needing care, whatever your income. Ask for the form on 0800 731 0122,',
    ),
  },
  healthy_start: {
    name: 'Healthy Start: first message',
    benefit: 'healthy_start',
    text: writeRequest('It helps to pay for milk, fruit and vegetables. Apply on 0300 330 7010,'),
  },
} as const

const NAMES = {
  pension_credit: 'Pension Credit',
  attendance_allowance: 'Attendance Allowance',
  healthy_start: 'Healthy Start',
} as const

interface To {
  readonly name: string
  readonly household_type?: string
  readonly ward?: readonly string[]
}

const wards = (...names: string[]): To => ({ name: names.join(', '), ward: names })

const inSummer = (date: string, time: string) => new Date(`${date}T${time}:00+01:00`)

function plan(
  benefit: DemoCampaign['benefit'],
  [added, run]: readonly [added: string, run: string],
  { name, household_type: kind, ward = [] }: To,
  { holdOut = 0, after }: Partial<Pick<DemoCampaign, 'holdOut' | 'after'>> = {},
): DemoCampaign {
  const month = added.slice(0, 7)
  const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01`))
  return {
    name: `${NAMES[benefit]}, ${monthName}: ${name}`,
    benefit,
    snapshot: `${month}-01`,
    added: inSummer(added, '15:20'),
    run: inSummer(run, '10:05'),
    holdOut,
    ...(after && { after }),
    filters: {
      filter_request_list: kind === undefined ? [] : [{ filter_name: 'household_type', filter_value_list: [kind] }],
      dynamic_filter_value_request_list:
        ward.length === 0 ? [] : [{ filter_name: 'ward', filter_value_list: [...ward] }],
    },
  }
}

const COUPLES = { household_type: 'couple_pensioner' }

export const PLANNED_CAMPAIGNS: readonly DemoCampaign[] = [
  plan(
    'pension_credit',
    ['2026-04-07', '2026-04-08'],
    { name: 'single pensioners', household_type: 'single_pensioner' },
    { holdOut: 50 },
  ),
  plan('pension_credit', ['2026-04-21', '2026-04-22'], { name: 'couples', ...COUPLES }, { holdOut: 50 }),
  plan(
    'attendance_allowance',
    ['2026-05-12', '2026-05-13'],
    wards('Ferrybank North', 'Ferrybank South and Saltby', 'Market', 'St Oswald’s'),
  ),
  plan(
    'pension_credit',
    ['2026-07-07', '2026-07-08'],
    {
      name: 'couples in five wards',
      ...COUPLES,
      ward: ['Castle', 'Ferrybank North', 'Ferrybank South and Saltby', 'Millgate West', 'Oldcotes'],
    },
    { after: { released: 'Pension Credit, April: couples', on: inSummer('2026-06-15', '11:30') } },
  ),
  plan('healthy_start', ['2026-07-14', '2026-07-15'], wards('Castle', 'Millgate East', 'Millgate West')),
  plan('attendance_allowance', ['2026-08-11', '2026-08-12'], wards('Hagg Wood', 'Southfield', 'Oldcotes')),
  plan(
    'healthy_start',
    ['2026-09-08', '2026-09-09'],
    wards('Kirkholm', 'Quayside', 'Aldham', 'Tarn Park', 'Northgate'),
  ),
]
