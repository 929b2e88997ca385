import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Header,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import { classes } from '../classes'
import { Pager } from '../pager/Pager'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden'
import styles from './DataTable.module.css'

export interface DataColumn<Row> {
  readonly id: string
  readonly heading: string
  readonly cell: (row: Row) => ReactNode
  /** Makes the column sortable. */
  readonly sortBy?: (row: Row) => SortValue
  readonly isNumber?: boolean
  /** Of buttons, which bring their own space. */
  readonly isAction?: boolean
  /** The heading is for screen readers only. */
  readonly isHeadingHidden?: boolean
}

export interface DataTableProps<Row> {
  /** For screen readers only. */
  caption: string
  /** The first one is the row's heading. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  initialOrder?: { readonly column: string; readonly direction: 'ascending' | 'descending' }
  empty?: string
  /** Scrolls inside its container under fixed headings. */
  isFilling?: boolean
  /** Denser, with a sticky first column. */
  isWide?: boolean
  /** Rows become cards where there is no room for all columns. */
  isFolding?: boolean
  /** Clicking anywhere on a row; it also needs a link for the keyboard. */
  pressOf?: (row: Row) => (() => void) | null
  paging?: { readonly rowsAPage: number; readonly label: string; readonly count: (rows: number) => string }
  /** Where the caller pages: the place of the first row, from 0, and how many there are on all pages. */
  part?: { readonly first: number; readonly of: number }
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
type Features = typeof features
/** The library requires object rows. */
interface Held<Row> {
  readonly row: Row
}

/** A sortable table. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    keyOf,
    initialOrder,
    empty = 'No data available',
    isFilling = false,
    isWide = false,
    isFolding = false,
    pressOf,
    paging,
    part,
  } = props
  const table = useTable({
    features,
    data: useMemo(() => rows.map((row) => ({ row })), [rows]),
    columns: useMemo(() => columns.map(sortedAsRead), [columns]),
    getRowId: ({ row }) => String(keyOf(row)),
    initialState: {
      sorting: initialOrder ? [{ id: initialOrder.column, desc: initialOrder.direction === 'descending' }] : [],
    },
    enableMultiSort: false,
    enableSortingRemoval: false,
  })
  const sorted = table.getSortedRowModel().rows
  const [chosenPage, setPage] = useState(1)
  const pages = paging ? Math.max(1, Math.ceil(rows.length / paging.rowsAPage)) : 1
  // The last page may have disappeared with its rows.
  const page = Math.min(chosenPage, pages)
  const shown = paging ? sorted.slice((page - 1) * paging.rowsAPage, page * paging.rowsAPage) : sorted
  const { first, of } = part ?? { first: paging ? (page - 1) * paging.rowsAPage : 0, of: rows.length }
  // Screen readers count the heading as the first row.
  const rowIndex = (index: number) => (of > shown.length ? { 'aria-rowindex': first + index + 2 } : {})
  return (
    <>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div
        className={classes(styles.scroll, isFilling && styles.filling, isFolding && styles.container)}
        role="group"
        aria-label={caption}
        tabIndex={0}
      >
        {/* Cards are no longer tables to browsers: the roles say that they are. */}
        <table
          role="table"
          className={classes(styles.table, isWide && styles.wide, isFolding && styles.folding)}
          {...(of > shown.length ? { 'aria-rowcount': of + 1 } : {})}
        >
          <caption>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
          <thead role="rowgroup">
            <tr role="row" {...rowIndex(-first - 1)}>
              {table.getFlatHeaders().map((header, index) => {
                const column = columns[index]
                return column && <Heading key={header.id} column={column} header={header} onSort={() => setPage(1)} />
              })}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.length === 0 ? (
              <tr role="row">
                <td role="cell" className={styles.empty} colSpan={columns.length}>
                  {empty}
                </td>
              </tr>
            ) : (
              shown.map(({ id, original: { row } }, index) => (
                <DataRow key={id} row={row} columns={columns} press={pressOf?.(row) ?? null} place={rowIndex(index)} />
              ))
            )}
          </tbody>
        </table>
      </div>
      {paging ? (
        <Pager label={paging.label} summary={paging.count(rows.length)} page={page} pages={pages} onPage={setPage} />
      ) : null}
    </>
  )
}

function sortedAsRead<Row>({ id, sortBy, isNumber }: DataColumn<Row>): ColumnDef<Features, Held<Row>> {
  return {
    id,
    accessorFn: ({ row }) => sortBy?.(row) ?? '',
    enableSorting: sortBy !== undefined,
    // Largest figures first, words from A.
    sortDescFirst: isNumber ?? false,
    sortFn: (one, other) => (sortBy ? compareAsRead(sortBy(one.original.row), sortBy(other.original.row)) : 0),
  }
}

interface DataRowProps<Row> {
  row: Row
  columns: readonly DataColumn<Row>[]
  press: (() => void) | null
  /** Among the rows of all pages. */
  place: { readonly 'aria-rowindex'?: number }
}

function DataRow<Row>({ row, columns, press, place }: DataRowProps<Row>) {
  const onClick = ({ target }: MouseEvent) => {
    // Ignore links and buttons in the row, and text selection.
    const actsItself = target instanceof Element && target.closest('a, button') !== null
    if (!actsItself && !window.getSelection()?.toString()) press?.()
  }
  return (
    <tr role="row" {...place} className={classes(press && styles.pressed)} {...(press ? { onClick } : {})}>
      {columns.map(({ id, heading, cell, isNumber, isAction }, index) => {
        const className = classes(isNumber && styles.number, isAction && styles.action)
        return index === 0 ? (
          <th key={id} role="rowheader" scope="row" className={className}>
            {cell(row)}
          </th>
        ) : (
          <td key={id} role="cell" data-heading={isAction ? undefined : heading} className={className}>
            {cell(row)}
          </td>
        )
      })}
    </tr>
  )
}

interface HeadingProps<Row> {
  column: DataColumn<Row>
  header: Header<Features, Held<Row>>
  onSort: () => void
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const
const ICONS = { asc: ArrowUp, desc: ArrowDown } as const

function Heading<Row>({ column: { heading, isNumber, isHeadingHidden }, header, onSort }: HeadingProps<Row>) {
  const className = classes(isNumber && styles.number)
  if (!header.column.getCanSort()) {
    return (
      <th role="columnheader" scope="col" className={className}>
        {isHeadingHidden ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
      </th>
    )
  }
  const sorted = header.column.getIsSorted()
  const Icon = sorted ? ICONS[sorted] : ArrowUpDown
  const sort = () => {
    header.column.toggleSorting()
    onSort()
  }
  return (
    <th
      role="columnheader"
      scope="col"
      className={classes(className, styles.sortable)}
      aria-sort={sorted ? DIRECTIONS[sorted] : 'none'}
    >
      <button type="button" className={styles.sort} onClick={sort}>
        {heading}
        <Icon aria-hidden />
      </button>
    </th>
  )
}

export type SortValue = string | number

const collator = new Intl.Collator('en-GB', { numeric: true })

/** Compares numbers by size, and text as en-GB readers sort it. */
export const compareAsRead = (a: SortValue, b: SortValue): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
