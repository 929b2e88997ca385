export type SortValue = string | number

/** As people read: accents and case count least, numbers inside of words as numbers. */
const collator = new Intl.Collator('en-GB', { numeric: true })

/** Which of two comes first, for `sort`: figures by size, words as people read them. */
export const compareAsRead = (a: SortValue, b: SortValue): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
