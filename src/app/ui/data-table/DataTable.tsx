import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { classes } from '../classes'
import { Pager } from '../pager/Pager'
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
  /** Holds buttons, which bring their own space. */
  readonly isAction?: boolean
  /** For columns of buttons that say enough: the heading is for screen readers. */
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
  /** Of many columns: closer together, and the first stays in view while the rest is scrolled past it. */
  isWide?: boolean
  /** What a press anywhere on a row does, `null` for nothing. For the mouse alone: the row must have a link to the same place. */
  pressOf?: (row: Row) => (() => void) | null
  /** A page at a time, with the number of rows in words below. */
  paging?: { readonly rowsAPage: number; readonly label: string; readonly count: (rows: number) => string }
}

/** Rows and columns; sorted by its headings, and scrolled sideways where the window is narrow. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, initialOrder, empty = 'No data available', isFilling = false, isWide = false, pressOf, paging } = props
  const [order, setOrder] = useState<SortOrder | null>(initialOrder ?? null)
  const [chosenPage, setPage] = useState(1)
  const sortBy = columns.find(({ id }) => id === order?.column)?.sortBy
  const sorted = order && sortBy ? sortedRows(rows, sortBy, order.direction) : rows
  const pages = paging ? Math.max(1, Math.ceil(rows.length / paging.rowsAPage)) : 1
  // Rows that have gone since may have been the last page's.
  const page = Math.min(chosenPage, pages)
  const shown = paging ? sorted.slice((page - 1) * paging.rowsAPage, page * paging.rowsAPage) : sorted
  const sort = (next: SortOrder) => {
    setOrder(next)
    setPage(1)
  }
  return (
    <>
      {/* Reached by keyboard, because what stands outside of it is scrolled to. */}
      <div className={classes(styles.scroll, isFilling && styles.filling)} role="group" aria-label={caption} tabIndex={0}>
        <table className={classes(styles.table, isWide && styles.wide)}>
          <caption>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading key={column.id} column={column} order={order} onSort={sort} />
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
              shown.map((row) => <DataRow key={keyOf(row)} row={row} columns={columns} press={pressOf?.(row) ?? null} />)
            )}
          </tbody>
        </table>
      </div>
      {paging ? <Pager label={paging.label} summary={paging.count(rows.length)} page={page} pages={pages} onPage={setPage} /> : null}
    </>
  )
}

interface DataRowProps<Row> {
  row: Row
  columns: readonly DataColumn<Row>[]
  press: (() => void) | null
}

function DataRow<Row>({ row, columns, press }: DataRowProps<Row>) {
  const onClick = ({ target }: MouseEvent) => {
    // What is in the row acts for itself, and text may be selected.
    const actsItself = target instanceof Element && target.closest('a, button') !== null
    if (!actsItself && !window.getSelection()?.toString()) press?.()
  }
  return (
    <tr className={classes(press && styles.pressed)} {...(press ? { onClick } : {})}>
      {columns.map(({ id, cell, isNumber, isAction }, index) => {
        const className = classes(isNumber && styles.number, isAction && styles.action)
        return index === 0 ? (
          <th key={id} scope="row" className={className}>
            {cell(row)}
          </th>
        ) : (
          <td key={id} className={className}>
            {cell(row)}
          </td>
        )
      })}
    </tr>
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
