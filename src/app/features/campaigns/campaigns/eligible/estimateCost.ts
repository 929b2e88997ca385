import type { Spending } from '#contract/campaigns/messageCosts'
import { computePence, inPounds, rateOn, type Charged } from '#contract/campaigns/notifyRates'

/** Tenths of a penny, for texts of so many segments after the year's free ones, or letters of one sheet. */
export const estimateTenths = (
  what: Charged,
  messages: number,
  { free_texts_left: free }: Pick<Spending, 'free_texts_left'>,
  today: string,
  segments = 1,
): number => Math.max(0, what === 'sms' ? messages * segments - free : messages) * rateOn(what, 1, today).tenths

/** 'about £54.75'. */
export const aboutTenths = (tenths: number): string =>
  tenths === 0 ? 'free (within the year’s free texts)' : `about ${inPounds(computePence(tenths))}`
