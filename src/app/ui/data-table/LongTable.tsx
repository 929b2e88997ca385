import { Fragment, useState, type ReactNode } from 'react'
import { classes } from '../classes'
import { Pager } from '../pager/Pager'
import styles from './DataTable.module.css'
import { NoRows, PlainHeading, TableFrame, type DataColumn } from './rows'
import { usePagesInView } from './usePagesInView'

export interface LongTableProps<Row> {
  caption: string
  columns: readonly DataColumn<Row>[]
  total: number
  rowsAPage: number
  label: string
  empty: string
  /** Identifies the list: another one starts at its first row. */
  list: unknown
  isFilling?: boolean
  isFolding?: boolean
  /** A page's rows, from 1: `DataRows`, or `MissingRows` of the expected height in pixels. */
  children: (page: number, height: number) => ReactNode
}

const figure = new Intl.NumberFormat('en-GB')

/**
 * A table of any length, scrolled or paged; only whole pages near the view are in the document
 * (docs/decisions/0075-long-lists-keep-whole-pages.md).
 */
export function LongTable<Row>(props: LongTableProps<Row>) {
  const { caption, columns, total, rowsAPage, label, empty, list, isFilling = false, isFolding, children } = props
  const { scroller, pages, view, heightOf, heightOfAll, look, goTo } = usePagesInView(total, rowsAPage, list)
  const [focused, setFocused] = useState<number | null>(null)
  // Paging puts that page first, so that screen readers go on from there.
  const first = Math.max(0, view.isAligned ? view.first : view.first - 1)
  const around = Array.from({ length: Math.min(pages - 1, view.last + 1) - first + 1 }, (_, index) => first + index)
  // Removing a focused row would lose the focus.
  const shown = [...new Set([...around, ...(focused === null ? [] : [focused])])]
    .filter((page) => page < pages)
    .sort((one, other) => one - other)
  const page = view.isAtEnd ? pages : Math.min(pages, view.first + 1)
  const firstRow = (page - 1) * rowsAPage
  return (
    <>
      <TableFrame
        ref={scroller}
        caption={caption}
        className={classes(styles.filling, styles.long, !isFilling && styles.box)}
        onScroll={look}
        isFolding={isFolding}
        total={total}
        headings={columns.map((column) => (
          <PlainHeading key={column.id} column={column} />
        ))}
      >
        {shown.map((index, place) => (
          <Fragment key={index}>
            <Gap height={heightOfAll((shown[place - 1] ?? -1) + 1, index)} />
            <tbody role="rowgroup" data-page={index} onFocus={() => setFocused(index)} onBlur={() => setFocused(null)}>
              {total === 0 ? <NoRows columns={columns.length}>{empty}</NoRows> : children(index + 1, heightOf(index))}
            </tbody>
          </Fragment>
        ))}
        <Gap height={heightOfAll((shown.at(-1) ?? 0) + 1, pages)} />
      </TableFrame>
      <Pager
        label={label}
        summary={
          total === 0
            ? empty
            : `${figure.format(firstRow + 1)} to ${figure.format(Math.min(total, firstRow + rowsAPage))} of ${figure.format(total)}`
        }
        page={page}
        pages={pages}
        onPage={(next) => goTo(next - 1)}
      />
    </>
  )
}

const Gap = ({ height }: { height: number }) =>
  height > 0 ? <tbody aria-hidden="true" className={styles.gap} style={{ height }} /> : null

export interface MissingRowsProps {
  columns: number
  height: number
  children: ReactNode
}

/** Takes the room of a loading page, and says why. */
export function MissingRows({ columns, height, children }: MissingRowsProps) {
  return (
    <tr role="row">
      <td role="cell" className={styles.missing} colSpan={columns} style={{ height }}>
        <div>{children}</div>
      </td>
    </tr>
  )
}
