/** A link's address that rings a number, in any spelling. */
export const telephoneLink = (number: string): string => `tel:${number.replaceAll(/[^+\d]/g, '')}`
