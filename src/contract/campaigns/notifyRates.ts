import type { Postage } from './postage'

/**
 * GOV.UK Notify's charges without VAT: https://www.notifications.service.gov.uk/pricing/text-messages and
 * https://www.notifications.service.gov.uk/pricing/letters. Last checked: 22 November 2026, against
 * alphagov/notifications-api, migrations 0491 to 0552. Add a new rate above the previous one.
 */

export type Charged = 'sms' | Postage

interface Rate {
  /** yyyy-mm-dd, of London. */
  readonly from: string
  /** Tenths of a penny, of a segment or of a letter of 1, 2, … sheets. */
  readonly tenths: readonly number[]
}

/** Newest first. */
export const RATES: Readonly<Record<Charged, readonly Rate[]>> = {
  sms: [
    { from: '2026-04-01', tenths: [24] },
    { from: '2025-04-01', tenths: [23.3] },
  ],
  first: [
    { from: '2026-04-07', tenths: [1560, 1610, 1660, 1710, 1760] },
    { from: '2025-04-01', tenths: [1490, 1530, 1570, 1630, 1670] },
  ],
  second: [
    { from: '2026-01-05', tenths: [730, 770, 820, 870, 910] },
    { from: '2025-04-01', tenths: [680, 720, 770, 820, 860] },
  ],
  economy: [
    { from: '2026-07-01', tenths: [638, 684, 724, 779, 823] },
    { from: '2026-01-05', tenths: [640, 690, 730, 780, 820] },
    { from: '2025-04-01', tenths: [590, 640, 680, 730, 780] },
  ],
}

/** Segments for a local authority in each financial year from 1 April 2026 (migration 0547). */
export const FREE_TEXTS = 10_000

/** The price of one message of `units` segments or sheets, in tenths of a penny. @param day yyyy-mm-dd */
export function rateOn(what: Charged, units: number, day: string): { readonly tenths: number; readonly from: string } {
  const rates = RATES[what]
  const rate = rates.find(({ from }) => from <= day) ?? rates.at(-1)
  const tenths = what === 'sms' ? units * (rate?.tenths[0] ?? 0) : (rate?.tenths[units - 1] ?? 0)
  return { tenths, from: rate?.from ?? day }
}

/** Identical messages of one campaign. */
export interface Charge {
  readonly campaignId: number
  readonly what: Charged
  /** yyyy-mm-dd, London. */
  readonly day: string
  /** Segments or sheets of each. */
  readonly units: number
  readonly messages: number
}

export interface Bill {
  readonly messages: number
  readonly units: number
  /** Segments of the year's allowance. */
  readonly freeUnits: number
  /** Tenths of a penny. */
  readonly tenths: number
  readonly ratesFrom: string
}

/** What each campaign costs: {@link computeBillsBy}. */
export const computeBills = (charges: readonly Charge[], freeTexts: number): ReadonlyMap<number, Bill> =>
  computeBillsBy(charges, freeTexts, ({ campaignId }) => campaignId)

/**
 * Bills by campaign, month or another part.
 * @param charges in order of sending: the first use the year's free texts
 * @param freeTexts segments in each financial year
 */
export function computeBillsBy<One extends Charge, Part>(
  charges: readonly One[],
  freeTexts: number,
  partOf: (charge: One) => Part,
): ReadonlyMap<Part, Bill> {
  const left = new Map<string, number>()
  const bills = new Map<Part, Bill>()
  for (const charge of charges) {
    const { what, day, units, messages } = charge
    const part = partOf(charge)
    const year = financialYear(day).from
    const free = what === 'sms' ? Math.min(left.get(year) ?? freeTexts, units * messages) : 0
    left.set(year, (left.get(year) ?? freeTexts) - free)
    const rate = rateOn(what, units, day)
    const before = bills.get(part) ?? { messages: 0, units: 0, freeUnits: 0, tenths: 0, ratesFrom: rate.from }
    bills.set(part, {
      messages: before.messages + messages,
      units: before.units + units * messages,
      freeUnits: before.freeUnits + free,
      tenths: before.tenths + rate.tenths * messages - free * rateOn('sms', 1, day).tenths,
      ratesFrom: rate.from > before.ratesFrom ? rate.from : before.ratesFrom,
    })
  }
  return bills
}

/** Rounds tenths to the penny. */
export const computePence = (tenths: number): number => Math.round(Math.round(tenths * 100) / 1000)

/** 1 April to 31 March, inclusive. @param day yyyy-mm-dd */
export function financialYear(day: string): { readonly from: string; readonly to: string } {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0)
  return { from: `${year}-04-01`, to: `${year + 1}-03-31` }
}

const POUNDS = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** '£264.24'. */
export const inPounds = (pence: number): string => POUNDS.format(pence / 100)
