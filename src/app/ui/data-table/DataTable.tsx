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
import { compareAsRead, type SortValue } from './sorting'

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
  initialOrder?: { readonly column: string; readonly direction: 'ascending' | 'descending' }
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

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
type Features = typeof features
/** The library's rows are objects, and ours may be numbers. */
interface Held<Row> {
  readonly row: Row
}

/** Rows and columns; sorted by its headings, and scrolled sideways where the window is narrow. */
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
    pressOf,
    paging,
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
  // Rows that have gone since may have been the last page's.
  const page = Math.min(chosenPage, pages)
  const shown = paging ? sorted.slice((page - 1) * paging.rowsAPage, page * paging.rowsAPage) : sorted
  return (
    <>
      {/* Reached by keyboard, because what stands outside of it is scrolled to. */}
      <div
        className={classes(styles.scroll, isFilling && styles.filling)}
        role="group"
        aria-label={caption}
        tabIndex={0}
      >
        <table className={classes(styles.table, isWide && styles.wide)}>
          <caption>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              {table.getFlatHeaders().map((header, index) => {
                const column = columns[index]
                return column && <Heading key={header.id} column={column} header={header} onSort={() => setPage(1)} />
              })}
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
              shown.map(({ id, original: { row } }) => (
                <DataRow key={id} row={row} columns={columns} press={pressOf?.(row) ?? null} />
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

/** A column as the table library knows it: what it is sorted by, and how. */
function sortedAsRead<Row>({ id, sortBy, isNumber }: DataColumn<Row>): ColumnDef<Features, Held<Row>> {
  return {
    id,
    accessorFn: ({ row }) => sortBy?.(row) ?? '',
    enableSorting: sortBy !== undefined,
    // Figures are looked through from the greatest, words from A.
    sortDescFirst: isNumber ?? false,
    sortFn: (one, other) => (sortBy ? compareAsRead(sortBy(one.original.row), sortBy(other.original.row)) : 0),
  }
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
  header: Header<Features, Held<Row>>
  onSort: () => void
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const
const ICONS = { asc: ArrowUp, desc: ArrowDown } as const

function Heading<Row>({ column: { heading, isNumber, isHeadingHidden }, header, onSort }: HeadingProps<Row>) {
  const className = classes(isNumber && styles.number)
  if (!header.column.getCanSort()) {
    return (
      <th scope="col" className={className}>
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
    <th scope="col" className={className} aria-sort={sorted ? DIRECTIONS[sorted] : 'none'}>
      <button type="button" className={styles.sort} onClick={sort}>
        {heading}
        <Icon aria-hidden />
      </button>
    </th>
  )
}
