/**
 * What GOV.UK Notify charges for what arrived at its simulator: texts by the letters that it sent, letters by the pages of
 * their PDFs. It shares the published rates with the product, and no code.
 * https://www.notifications.service.gov.uk/pricing/text-messages
 */
import { RATES } from '../../src/contract/campaigns/notifyRates'
import type { SimulatedMessage } from '../../src/server/demo/notify-simulator/ledger'

/** Of the alphabet's extension: two characters each. */
const TWO = new Set(['^', '{', '}', '\\', '[', '~', ']', '|', '€'])
/** What only a text in Unicode can hold of what Notify lets through. */
const UNICODE = /[âêîôûŵŷáíóúẃýàìòùẁỳäëïöüẅÿÂÊÎÔÛŴŶÁÉÍÓÚẂÝÀÈÌÒÙẀỲÄËÏÖÜẄŸ]/gu
/** Of these, what the basic alphabet has. */
const BASIC = new Set(['à', 'ì', 'ò', 'ù', 'ä', 'ö', 'ü', 'Ä', 'Ö', 'Ü'])

function segmentsOf(body: string): number {
  const isUnicode = [...body.matchAll(UNICODE)].some(([letter]) => !BASIC.has(letter))
  const length = [...body].reduce((sum, letter) => sum + (!isUnicode && TWO.has(letter) ? 2 : 1), 0)
  const [one, joined] = isUnicode ? [70, 67] : [160, 153]
  return length <= one ? 1 : Math.ceil(length / joined)
}

const rateAt = (what: keyof typeof RATES, day: string) =>
  RATES[what].filter(({ from }) => from <= day).sort((a, b) => (a.from < b.from ? 1 : -1))[0]?.tenths ?? []

/**
 * Tenths of a penny of each message, in the order in which they arrived.
 * @param freeTexts segments that are free
 */
export function chargesOf(messages: readonly SimulatedMessage[], freeTexts: number): number[] {
  let left = freeTexts
  return messages.map(({ type, body, pages, postage, createdAt }) => {
    const day = createdAt.toISOString().slice(0, 10)
    if (type === 'sms') {
      const segments = segmentsOf(body)
      const free = Math.min(left, segments)
      left -= free
      return (segments - free) * (rateAt('sms', day)[0] ?? Number.NaN)
    }
    const sheets = Math.ceil((pages ?? 0) / 2)
    const what = postage === 'first' || postage === 'economy' ? postage : 'second'
    return rateAt(what, day)[sheets - 1] ?? Number.NaN
  })
}
