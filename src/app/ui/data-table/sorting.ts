export type SortValue = string | number

export interface SortOrder {
  /** The column's id. */
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

/** As people read: accents and case count least, numbers inside of words as numbers. */
const collator = new Intl.Collator('en-GB', { numeric: true })

/** The rows in order; equal ones stay as they were. */
export function sortedRows<Row>(rows: readonly Row[], by: (row: Row) => SortValue, direction: SortOrder['direction']): Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return [...rows].sort((a, b) => sign * compare(by(a), by(b)))
}

const compare = (a: SortValue, b: SortValue): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
