export type SortValue = string | number

const collator = new Intl.Collator('en-GB', { numeric: true })

/** Compares numbers by size, and text as en-GB readers sort it. */
export const compareAsRead = (a: SortValue, b: SortValue): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
