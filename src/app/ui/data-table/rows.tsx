import { useRef, type CSSProperties, type MouseEvent, type ReactNode, type Ref } from 'react'
import { classes } from '../classes'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden'
import styles from './DataTable.module.css'
import { useTableFit } from './useTableFit'

export type SortValue = string | number

export interface DataColumn<Row> {
  readonly id: string
  readonly heading: string
  readonly cell: (row: Row) => ReactNode
  readonly sortBy?: (row: Row) => SortValue
  readonly isNumber?: boolean
  readonly isUnbroken?: boolean
  readonly isAction?: boolean
  readonly isHeadingHidden?: boolean
  /** Dropped first where columns do not fit: the row's page has it too. */
  readonly isMinor?: boolean
  /** In a wide table, where in a second line it stands if columns do not fit: CSS's `grid-column`. */
  readonly below?: string
}

export interface TableFrameProps {
  caption: string
  className: string | undefined
  isWide?: boolean
  isFolding?: boolean
  /** Set if not all rows are in the document. */
  total: number | undefined
  ref?: Ref<HTMLDivElement>
  onScroll?: () => void
  headings: ReactNode
  children: ReactNode
}

/** The table in its scrolling element. */
export function TableFrame(props: TableFrameProps) {
  const { caption, className, isWide = false, isFolding = false, total, ref, onScroll, headings, children } = props
  const table = useRef<HTMLTableElement>(null)
  useTableFit(table, isFolding)
  return (
    // Focusable, to scroll by keyboard.
    <div
      ref={ref}
      onScroll={onScroll}
      className={classes(styles.scroll, className, (isWide || isFolding) && styles.container)}
      role="group"
      aria-label={caption}
      tabIndex={0}
    >
      {/* Browsers drop table semantics of cards: the roles restore them. Row counts include the heading. */}
      <table
        ref={table}
        role="table"
        className={classes(styles.table, isWide && styles.wide)}
        aria-rowcount={total === undefined ? undefined : total + 1}
      >
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={total === undefined ? undefined : 1}>
            {headings}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  )
}

/** Read by `.below` alone. */
export const placeBelow = (below: string | undefined): CSSProperties | undefined =>
  below === undefined ? undefined : { gridColumn: below }

/** A heading without sorting. */
export function PlainHeading<Row>({ column }: { column: DataColumn<Row> }) {
  const { heading, isNumber, isHeadingHidden, isMinor, below } = column
  return (
    <th
      role="columnheader"
      scope="col"
      className={classes(isNumber && styles.number, isMinor && styles.minor, below && styles.below)}
      style={placeBelow(below)}
    >
      {isHeadingHidden ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
    </th>
  )
}

export interface DataRowsProps<Row> {
  /** The first is the row's heading. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Pressing anywhere on a row; keyboards need a link in it too. */
  pressOf?: ((row: Row) => (() => void) | null) | undefined
  /** The first row's index among all, if not all are in the document. */
  first: number | undefined
}

/** Rows of a table, as cells or as cards. */
export function DataRows<Row>({ columns, rows, keyOf, pressOf, first }: DataRowsProps<Row>) {
  return rows.map((row, index) => (
    <DataRow
      key={keyOf(row)}
      row={row}
      columns={columns}
      press={pressOf?.(row) ?? null}
      place={first === undefined ? undefined : first + index + 2}
    />
  ))
}

interface DataRowProps<Row> {
  row: Row
  columns: readonly DataColumn<Row>[]
  press: (() => void) | null
  place: number | undefined
}

function DataRow<Row>({ row, columns, press, place }: DataRowProps<Row>) {
  const onClick = ({ target }: MouseEvent) => {
    // Ignore links and buttons in the row, and text selection.
    const actsItself = target instanceof Element && target.closest('a, button') !== null
    if (!actsItself && !window.getSelection()?.toString()) press?.()
  }
  return (
    <tr role="row" aria-rowindex={place} className={classes(press && styles.pressed)} {...(press ? { onClick } : {})}>
      {columns.map(({ id, heading, cell, isNumber, isUnbroken, isAction, isMinor, below }, index) => {
        const className = classes(
          isNumber && styles.number,
          isUnbroken && styles.unbroken,
          isAction && styles.action,
          isMinor && styles.minor,
          below && styles.below,
        )
        return index === 0 ? (
          <th key={id} role="rowheader" scope="row" className={className}>
            {cell(row)}
          </th>
        ) : (
          <td
            key={id}
            role="cell"
            data-heading={isAction ? undefined : heading}
            className={className}
            style={placeBelow(below)}
          >
            {cell(row)}
          </td>
        )
      })}
    </tr>
  )
}

/** Text across all columns instead of rows. */
export function NoRows({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr role="row">
      <td role="cell" className={styles.empty} colSpan={columns}>
        {children}
      </td>
    </tr>
  )
}
