/** docs/product.md#text-input. Ampersands are escaped only before our own escapes, so a typed `&lt;` survives. */

/** Escapes typed text for the wire. */
export const escapeAngleBrackets = (typed: string): string =>
  typed
    .replace(/&(?=(?:amp|lt|gt);)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const ESCAPED = { '&lt;': '<', '&gt;': '>', '&amp;': '&' } as const

/** Restores the text as typed. */
export const unescapeAngleBrackets = (sent: string): string =>
  // Every match is a key of ESCAPED.
  sent.replace(/&(?:amp|lt|gt);/g, (match) => ESCAPED[match as keyof typeof ESCAPED])

/** Code points as typed. */
export const typedLength = (sent: string): number => [...unescapeAngleBrackets(sent)].length
