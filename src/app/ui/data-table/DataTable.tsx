import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Header,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { classes } from '../classes'
import { Pager } from '../pager/Pager'
import styles from './DataTable.module.css'
import {
  DataRows,
  NoRows,
  PlainHeading,
  placeBelow,
  TableFrame,
  type DataColumn,
  type DataRowsProps,
  type SortValue,
} from './rows'

export interface DataTableProps<Row> extends Omit<DataRowsProps<Row>, 'first'> {
  caption: string
  initialOrder?: { readonly column: string; readonly direction: 'ascending' | 'descending' }
  empty?: string
  /** Scrolls inside its container under fixed headings. */
  isFilling?: boolean
  /** Denser, with a sticky first column. */
  isWide?: boolean
  /** Rows become cards if the columns do not fit. */
  isFolding?: boolean
  paging?: { readonly rowsAPage: number; readonly label: string; readonly count: (rows: number) => string }
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
  const isPart = shown.length < rows.length
  return (
    <>
      <TableFrame
        caption={caption}
        className={isFilling ? styles.filling : undefined}
        isWide={isWide}
        isFolding={isFolding}
        total={isPart ? rows.length : undefined}
        headings={table.getFlatHeaders().map((header, index) => {
          const column = columns[index]
          return column && <Heading key={header.id} column={column} header={header} onSort={() => setPage(1)} />
        })}
      >
        <tbody role="rowgroup">
          {shown.length === 0 ? (
            <NoRows columns={columns.length}>{empty}</NoRows>
          ) : (
            <DataRows
              columns={columns}
              rows={shown.map(({ original: { row } }) => row)}
              keyOf={keyOf}
              pressOf={pressOf}
              first={isPart && paging ? (page - 1) * paging.rowsAPage : undefined}
            />
          )}
        </tbody>
      </TableFrame>
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
    sortDescFirst: isNumber ?? false,
    sortFn: (one, other) => (sortBy ? compareAsRead(sortBy(one.original.row), sortBy(other.original.row)) : 0),
  }
}

interface HeadingProps<Row> {
  column: DataColumn<Row>
  header: Header<Features, Held<Row>>
  onSort: () => void
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const
const ICONS = { asc: ArrowUp, desc: ArrowDown } as const

function Heading<Row>({ column, header, onSort }: HeadingProps<Row>) {
  if (!header.column.getCanSort()) return <PlainHeading column={column} />
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
      className={classes(
        column.isNumber && styles.number,
        column.isMinor && styles.minor,
        column.below && styles.below,
        styles.sortable,
      )}
      style={placeBelow(column.below)}
      aria-sort={sorted ? DIRECTIONS[sorted] : 'none'}
    >
      <button type="button" className={styles.sort} onClick={sort}>
        {column.heading}
        <Icon aria-hidden />
      </button>
    </th>
  )
}

const collator = new Intl.Collator('en-GB', { numeric: true })

/** Compares numbers by size, and text as en-GB readers sort it. */
export const compareAsRead = (a: SortValue, b: SortValue): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
