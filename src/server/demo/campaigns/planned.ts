import type { MessageBudget } from '#contract/campaigns/messageCosts'
import type { HoldOutPercentage } from '#contract/campaigns/holdOuts'
import type { FilterRequest } from '#contract/households/filters'

/**
 * Northmere wrote to its whole borough about Pension Credit in April and held half out, so October's snapshot shows the
 * effect.
 */
export interface DemoCampaign {
  readonly name: string
  readonly benefit: keyof typeof TEXTS
  readonly snapshot: string
  readonly added: Date
  readonly run: Date
  readonly holdOut: HoldOutPercentage
  readonly filters: FilterRequest
}

export const BUDGET: MessageBudget = { postage: 'second', budget_pence: null, over_budget: 'nobody', free_texts: 0 }

export const STAGGER = 6

/** With this draw more of those contacted claim from June on: `npm run demo:effect`. */
export const HOLD_OUT_SEED = '7274686d6572652c20617072696c2031'

const asksOf = (does: string) =>
  `Dear ((first_name)) ((last_name)), our records suggest that you could be getting ((benefit)) and are not. ${does} ` +
  'or ask us to help you. ((organisation))'

export const TEXTS = {
  pension_credit: {
    name: 'Pension Credit: first message',
    benefit: 'pension_credit',
    text: asksOf('It tops up your pension and opens the way to other help. Claim free on 0800 99 1234,'),
  },
  attendance_allowance: {
    name: 'Attendance Allowance: first message',
    benefit: 'attendance_allowance',
    text: asksOf('It helps with the costs of needing care, whatever your income. Ask for the form on 0800 731 0122,'),
  },
  healthy_start: {
    name: 'Healthy Start: first message',
    benefit: 'healthy_start',
    text: asksOf('It helps to pay for milk, fruit and vegetables. Apply on 0300 330 7010,'),
  },
} as const

const NAMES = {
  pension_credit: 'Pension Credit',
  attendance_allowance: 'Attendance Allowance',
  healthy_start: 'Healthy Start',
} as const

function plan(benefit: DemoCampaign['benefit'], month: string, day: number, ...wards: string[]): DemoCampaign {
  const at = (date: number, time: string) => new Date(`${month}-${String(date).padStart(2, '0')}T${time}:00+01:00`)
  const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01`))
  return {
    name: `${NAMES[benefit]}, ${monthName}: ${wards.join(', ') || 'whole borough'}`,
    benefit,
    snapshot: `${month}-01`,
    added: at(day, '15:20'),
    run: at(day + 1, '10:05'),
    holdOut: benefit === 'pension_credit' ? 50 : 0,
    filters: {
      filter_request_list: [],
      dynamic_filter_value_request_list: wards.length === 0 ? [] : [{ filter_name: 'ward', filter_value_list: wards }],
    },
  }
}

export const PLANNED_CAMPAIGNS: readonly DemoCampaign[] = [
  plan('pension_credit', '2026-04', 7),
  plan('attendance_allowance', '2026-05', 12, 'Ferrybank North', 'Ferrybank South and Saltby', 'Market', 'St Oswald’s'),
  plan('healthy_start', '2026-07', 14, 'Castle', 'Millgate East', 'Millgate West'),
  plan('attendance_allowance', '2026-08', 11, 'Hagg Wood', 'Southfield', 'Oldcotes'),
  plan('healthy_start', '2026-09', 8, 'Kirkholm', 'Quayside', 'Aldham', 'Tarn Park', 'Northgate'),
]
