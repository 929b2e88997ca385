/** GOV.UK Notify's rules: https://github.com/alphagov/notifications-utils */

export const ZERO_WIDTH = '\u180E\u200B\u200C\u200D\u2060\uFEFF\u2028\u2029'
export const WIDE_SPACES = '\u00A0\u202F'
export const WHITESPACE = new Set(` \t\n\r\v\f${ZERO_WIDTH}${WIDE_SPACES}`)
/** Invisible, from pasted web pages. */
export const DIRECTION_MARKS = '\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'

/** Without Gibraltar's GX and the former GIR 0AA. */
const AREAS =
  'AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX ' +
  'FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN ' +
  'NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB ' +
  'W WA WC WD WF WN WR WS WV YO ZE'
const isArea = new Set(AREAS.split(' '))
const POSTCODE = /^([A-Z]{1,2})[0-9][0-9A-Z]?[0-9][ABD-HJLNP-UW-Z]{2}$/

/** In Royal Mail's form; undefined for anything else. */
export function ukPostcode(text: string): string | undefined {
  const postcode = [...text]
    .filter((character) => !WHITESPACE.has(character))
    .join('')
    .toUpperCase()
  const area = POSTCODE.exec(postcode)?.[1]
  return area !== undefined && isArea.has(area) ? `${postcode.slice(0, -3)} ${postcode.slice(-3)}` : undefined
}

/** Whether {@link ukPostcode} accepts it. */
export const isPostcode = (text: string): boolean => ukPostcode(text) !== undefined
