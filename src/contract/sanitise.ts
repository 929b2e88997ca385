/**
 * Policy (docs/product.md#text-input): free text has its angle brackets escaped once, where it leaves the form,
 * and is shown as it was typed. An ampersand is escaped only where it would otherwise read as one
 * of our own escapes, so that `&lt;` typed by hand comes back as `&lt;`.
 */

/** Text as it goes over the wire. */
export const escapeAngleBrackets = (typed: string): string =>
  typed
    .replace(/&(?=(?:amp|lt|gt);)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const ESCAPED = { '&lt;': '<', '&gt;': '>', '&amp;': '&' } as const

/** Text as it was typed. */
export const unescapeAngleBrackets = (sent: string): string =>
  // Each match of the pattern is a key of ESCAPED.
  sent.replace(/&(?:amp|lt|gt);/g, (match) => ESCAPED[match as keyof typeof ESCAPED])

/** How many characters were typed, as people count them: an emoji is one, an escaped bracket is one. */
export const typedLength = (sent: string): number => [...unescapeAngleBrackets(sent)].length
