/** Text that was decoded twice, or wrongly. Words of other languages, in capitals too, are none. */
import { quotedString } from '@duckdb/node-api'

const SYMBOLS = '¡-¹»-¿€‚ƒ„…†‡ˆ‰‹™›'

/** For RE2 and JavaScript alike. */
const PATTERNS: readonly string[] = [
  // UTF-8 read as Windows-1252 or Latin 1: "SiÃ¢n", "Oâ€™Neill", "LlÅ·r".
  '[ÂÃ][\u0080-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]',
  `[ÄÅÈÎÏÐÑØÙĂĹ][\u0080-\u009F${SYMBOLS}]|Å[“šžŸœ\u00A0](?:[a-z]|$)|Ä[šœžŸ“”•]`,
  '[a-z][ÂÃ]|â€|вЂ|Г©',
  // The same in small letters, or as spreadsheets write names: "Siã¢N".
  `[âãäå][${SYMBOLS}]`,
  // UTF-8 and Windows-1252 read as the character sets of a Mac and of DOS.
  '‚Ä|√[^ ]|≈[^ ]|¬[†∞]|[\u2500-\u257F]|ΓÇ|ÔÇ',
  '[‚ƒ„†‡ˆ‰¬¤¦¶]|OÕ[A-Z]|[a-z]Õs',
  // Control characters of Latin 1, signs that were lost, and what fonts alone show.
  '[\u0080-\u009F\uFFFD\uE000-\uF8FF]|[A-Za-z][?][A-Za-z]',
  // HTML, addresses, escapes and e-mail.
  '&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z]{2,8});|%[0-9A-F]{2}',
  '\\\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})|=[C-E][0-9A-F]=[89AB][0-9A-F]',
]
const GARBLED = PATTERNS.join('|')

/** SQL. Cheap tests first. */
export const isGarbled = (cell: string): string =>
  `((strlen(${cell}) <> length(${cell}) or ${[...'&%?=\\'].map((sign) => `contains(${cell}, '${sign}')`).join(' or ')}) ` +
  `and regexp_matches(${cell}, ${quotedString(GARBLED)}))`

const garbled = new RegExp(GARBLED, 'u')

/** {@link isGarbled} for a value. */
export const isGarbledText = (text: string): boolean => garbled.test(text)
