/** Text that was decoded twice, or wrongly. Words of other languages, in capitals too, are none. */
import { quotedString } from '@duckdb/node-api'

/** In what RE2 and JavaScript have in common, but for {@link inRe2}. */
const PATTERNS: readonly RegExp[] = [
  // UTF-8 read as Windows-1252 or Latin 1: "SiÃ¢n", "Oâ€™Neill", "LlÅ·r".
  /[ÂÃ][\u0080-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u,
  /[ÄÅÈÎÏÐÑØÙĂĹ][\u0080-\u009F¡-¹»-¿€‚ƒ„…†‡ˆ‰‹™›]/u,
  /Å[“šžŸœ\u00A0](?:[a-z]|$)|Ä[šœžŸ“”•]/u,
  /[a-z][ÂÃ]|â€|ï¿½|ï»¿|вЂ|Г©/u,
  // The same in small letters, or as spreadsheets write names: "Siã¢N".
  /[âãäå][¡-¹»-¿€‚ƒ„…†‡ˆ‰‹™›]/u,
  // UTF-8 and Windows-1252 read as the character sets of a Mac and of DOS.
  /‚Ä|√[^ ]|≈[^ ]|¬[†∞]|[\u2500-\u257F]|ΓÇ|ÔÇ/u,
  /[‚ƒ„†‡ˆ‰¬¤¦¶]|OÕ[A-Z]|[a-z]Õs/u,
  // Control characters of Latin 1, signs that were lost, and what fonts alone show.
  /[\u0080-\u009F\uFFFD\uE000-\uF8FF]|[A-Za-z][?][A-Za-z]/u,
  // HTML, addresses, escapes and e-mail.
  /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});|%[0-9A-F]{2}/u,
  /\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|=[C-E][0-9A-F]=[89AB][0-9A-F]/u,
]

const inRe2 = ({ source }: RegExp) => source.replaceAll(/\\u([0-9A-F]{4})/g, '\\x{$1}')
const GARBLED = PATTERNS.map(inRe2).join('|')
const OF_ASCII = ['&', '%', '?', '=', '\\']

/** SQL. Cheap tests first. */
export const isGarbled = (cell: string): string =>
  `((strlen(${cell}) <> length(${cell}) or ${OF_ASCII.map((sign) => `contains(${cell}, '${sign}')`).join(' or ')}) ` +
  `and regexp_matches(${cell}, ${quotedString(GARBLED)}))`

/** {@link isGarbled} for a value. */
export const isGarbledText = (text: string): boolean => PATTERNS.some((pattern) => pattern.test(text))
