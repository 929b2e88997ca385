import type { FilterRequest } from '#contract/households/filters'

/** Northmere sent a small Pension Credit campaign in each of its last five months that a later snapshot follows. */
export interface DemoCampaign {
  readonly name: string
  readonly snapshot: string
  readonly added: Date
  readonly run: Date
  readonly filters: FilterRequest
}

export const STAGGER = 6

export const TEXT = {
  name: 'Pension Credit: first message',
  benefit: 'pension_credit',
  text:
    'Dear ((first_name)) ((last_name)), our records suggest that you could be getting ((benefit)) and are not. It tops ' +
    'up your pension and opens the way to other help. Claim free on 0800 99 1234, or ask us to help you. ((organisation))',
} as const

const plan = (month: string, day: number, ...wards: string[]): DemoCampaign => {
  const at = (date: number, time: string) => new Date(`${month}-${String(date).padStart(2, '0')}T${time}:00+01:00`)
  const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01`))
  return {
    name: `Pension Credit, ${monthName}: ${wards.join(', ')}`,
    snapshot: `${month}-01`,
    added: at(day, '15:20'),
    run: at(day + 1, '10:05'),
    filters: {
      filter_request_list: [],
      dynamic_filter_value_request_list: [{ filter_name: 'ward', filter_value_list: wards }],
    },
  }
}

export const PLANNED_CAMPAIGNS: readonly DemoCampaign[] = [
  plan('2026-05', 12, 'Ferrybank North', 'Ferrybank South and Saltby'),
  plan('2026-06', 9, 'Market', 'St Oswald’s'),
  plan('2026-07', 14, 'Castle', 'Millgate East', 'Millgate West'),
  plan('2026-08', 11, 'Hagg Wood', 'Southfield', 'Oldcotes'),
  plan('2026-09', 8, 'Kirkholm', 'Quayside', 'Aldham', 'Tarn Park', 'Northgate'),
]
