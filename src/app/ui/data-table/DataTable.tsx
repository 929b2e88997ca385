import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { classes } from '../classes'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden'
import styles from './DataTable.module.css'
import { sortedRows, type SortOrder, type SortValue } from './sorting'

export interface DataColumn<Row> {
  readonly id: string
  readonly heading: string
  readonly cell: (row: Row) => ReactNode
  /** What the column is sorted by; without it, it cannot be sorted. */
  readonly sortBy?: (row: Row) => SortValue
  readonly isNumber?: boolean
  /** For columns of buttons: the heading is for screen readers. */
  readonly isHeadingHidden?: boolean
}

export interface DataTableProps<Row> {
  /** Says what the table holds; to screen readers only, the heading above says it to the eye. */
  caption: string
  /** The first one names the row. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The rows stay as they come until someone sorts. */
  initialOrder?: SortOrder
  empty?: string
  /** Takes the height of its place and scrolls in it; the headings stay. */
  isFilling?: boolean
}

/** Rows and columns; sorted by its headings, and scrolled sideways where the window is narrow. */
export function DataTable<Row>({ caption, columns, rows, keyOf, initialOrder, empty = 'No data available', isFilling = false }: DataTableProps<Row>) {
  const [order, setOrder] = useState<SortOrder | null>(initialOrder ?? null)
  const sortBy = columns.find(({ id }) => id === order?.column)?.sortBy
  const shown = order && sortBy ? sortedRows(rows, sortBy, order.direction) : rows
  return (
    // Reached by keyboard, because what stands outside of it is scrolled to.
    <div className={classes(styles.scroll, isFilling && styles.filling)} role="group" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.id} column={column} order={order} onSort={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.length === 0 ? (
            <tr>
              <td className={styles.empty} colSpan={columns.length}>
                {empty}
              </td>
            </tr>
          ) : (
            shown.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column, index) => {
                  const className = classes(column.isNumber && styles.number)
                  return index === 0 ? (
                    <th key={column.id} scope="row" className={className}>
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.id} className={className}>
                      {column.cell(row)}
                    </td>
                  )
                })}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </div>
  )
}

interface HeadingProps<Row> {
  column: DataColumn<Row>
  order: SortOrder | null
  onSort: (order: SortOrder) => void
}

function Heading<Row>({ column: { id, heading, sortBy, isNumber, isHeadingHidden }, order, onSort }: HeadingProps<Row>) {
  const className = classes(isNumber && styles.number)
  if (!sortBy) {
    return (
      <th scope="col" className={className}>
        {isHeadingHidden ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
      </th>
    )
  }
  const direction = order?.column === id ? order.direction : null
  // Figures are looked through from the greatest, words from A.
  const next = direction === null ? (isNumber ? 'descending' : 'ascending') : direction === 'ascending' ? 'descending' : 'ascending'
  const Icon = direction === null ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" className={className} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ column: id, direction: next })}
      >
        {heading}
        <Icon aria-hidden />
      </button>
    </th>
  )
}
