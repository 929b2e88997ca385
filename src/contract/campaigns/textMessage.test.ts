import { expect, test } from 'vitest'
import { rateOn } from './notifyRates'
import { sentText, textForNotify } from './textMessage'

/* The most characters that fit so many segments, as GOV.UK Notify's prices list them. */
const GSM = [160, 306, 459, 612, 765, 918]
const UNICODE = [70, 134, 201, 268, 335, 402, 469, 536, 603, 670, 737, 804, 871, 938]

const segmentsFor = (limits: readonly number[], units: number) => limits.findIndex((most) => units <= most) + 1

/** What one written character becomes, and how much of a segment it takes. */
const CLASSES: readonly { what: string; written: string; sent: string; limits: readonly number[]; units: number }[] = [
  ...[
    ['a letter', 'a', 'a'],
    ['an accent of GSM', 'é', 'é'],
    ['a pound', '£', '£'],
    ['a curly apostrophe', '’', "'"],
    ['an opening quotation mark', '“', '"'],
    ['a low quotation mark', '„', '"'],
    ['a dash', '–', '-'],
    ['a hyphen that does not break', '\u2011', '-'],
    ['another accent', 'č', 'c'],
    ['an accent of French', 'ç', 'c'],
    ['a barred letter', 'Ł', 'L'],
    ['an ogonek', 'ę', 'e'],
    ['an emoji', '🧣', '?'],
    ['Chinese', '中', '?'],
    ['Cyrillic', 'Ж', '?'],
    ['a fraction', '½', '?'],
    ['a bullet', '•', '?'],
  ].map(([what = '', written = '', sent = '']) => ({ what, written, sent, limits: GSM, units: 1 })),
  ...['€', '[', '~'].map((sign) => ({
    what: 'a sign that counts twice',
    written: sign,
    sent: sign,
    limits: GSM,
    units: 2,
  })),
  ...['ŵ', 'ŷ', 'â', 'ê', 'Ô', 'á', 'ï'].map((letter) => ({
    what: 'a Welsh letter',
    written: letter,
    sent: letter,
    limits: UNICODE,
    units: 1,
  })),
  { what: 'an ellipsis', written: '…', sent: '...', limits: GSM, units: 3 },
]
const LENGTHS = [1, 2, 35, 53, 54, 69, 70, 71, 80, 81, 102, 134, 135, 153, 160, 161, 201, 202, 305, 306, 459, 460, 918]
/** The price of so many segments in November 2026, in pence without VAT, as GOV.UK Notify lists it. */
const PENCE = [0, 2.4, 4.8, 7.2, 9.6, 12, 14.4, 16.8, 19.2, 21.6, 24, 26.4, 28.8, 31.2, 33.6]

const generated = CLASSES.flatMap(({ what, written, sent, limits, units }) =>
  LENGTHS.filter((length) => units * length <= (limits.at(-1) ?? 0)).map((length) => ({
    name: `${length} times ${what} (${written})`,
    written: written.repeat(length),
    sent: sent.repeat(length),
    segments: segmentsFor(limits, units * length),
    pence: PENCE[segmentsFor(limits, units * length)],
  })),
)

test(`${generated.length} texts become what GOV.UK Notify sends, with the segments and the price that it charges`, () => {
  expect(generated.length).toBeGreaterThan(500)
  const made = generated.map(({ name, written }) => {
    const { text, segments } = sentText(written)
    return { name, written, sent: text, segments, pence: rateOn('sms', segments, '2026-11-24').tenths / 10 }
  })
  expect(made).toEqual(generated)
})

test.each([
  ['', '', 0],
  ['Dear Edna', 'Dear Edna', 1],
  ['Don’t miss “Pension Credit” – ring us…', 'Don\'t miss "Pension Credit" - ring us...', 1],
  ['Mae’n bosibl y gallech gael Credyd Pensiwn', "Mae'n bosibl y gallech gael Credyd Pensiwn", 1],
  ['Tŷ’r Cyngor, Stryd Fawr', "Tŷ'r Cyngor, Stryd Fawr", 1],
  ['Siân, Zoë, Renée, François, Łukasz, Nguyễn', 'Siân, Zoë, Renée, Francois, Lukasz, Nguyên', 1],
  // A letter under two accents keeps neither where what is left has one that Notify lacks.
  ['Hậu', 'H?u', 1],
  ['👨‍👩‍👧 Family', '??? Family', 1],
  // White space: one space, two line ends, none before a comma or at the ends.
  ['  Dear\tEdna ,\u00a0hello\r\n\r\n\r\n\r\nfrom us .\n', 'Dear Edna, hello\n\nfrom us.', 1],
  ['zero\u200bwidth', 'zerowidth', 1],
  // A combining accent is a character of its own.
  ['e\u0301', 'e?', 1],
  [`ŵ${'a'.repeat(69)}`, `ŵ${'a'.repeat(69)}`, 1],
  [`ŵ${'a'.repeat(70)}`, `ŵ${'a'.repeat(70)}`, 2],
  // An emoji does not make the others expensive.
  [`🧣${'a'.repeat(159)}`, `?${'a'.repeat(159)}`, 1],
  [`€${'a'.repeat(159)}`, `€${'a'.repeat(159)}`, 2],
])('%j is sent as %j', (written, text, segments) => {
  expect(sentText(written)).toMatchObject({ text, segments })
})

test('the service’s name is sent and charged, and takes nothing from the limit', () => {
  const message = 'a'.repeat(150)
  expect(sentText(message, 'Tŷ Northmere')).toMatchObject({
    text: `Tŷ Northmere: ${message}`,
    characters: 150,
    segments: 3,
    welsh: ['ŷ'],
  })
  expect(sentText(message, 'Northmere’s').segments).toBe(2)
})

test('says which letters make it longer and which are lost, each once', () => {
  expect(sentText('ŵ ŷ ŵ é ’ 🧣 中 🧣')).toMatchObject({ welsh: ['ŵ', 'ŷ'], lost: ['🧣', '中'] })
})

test.each(['Don’t …', 'Nguyễn 🧣', '  Tŷ , ni'])(
  'what is handed over for %j is sent as the preview shows it',
  (written) => {
    for (const name of [null, 'Northmere']) {
      const { text, segments } = sentText(written, name)
      expect(sentText(textForNotify(written, name), name)).toMatchObject({ text, segments })
    }
  },
)
