import { useTable, type Header } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ArrowUpDown, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedCampaign } from '#contract/campaigns'
import { IconButton } from '../../../ui/button/IconButton'
import { classes } from '../../../ui/classes'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { countOf } from '../../../lib/counts'
import { campaignColumns, CAMPAIGNS_A_PAGE, features, NAME, RECIPIENTS, type Features } from './campaignColumns'
import styles from './CampaignTable.module.css'

const SORTED = { asc: 'ascending', desc: 'descending' } as const

interface CampaignTableProps {
  campaigns: readonly ListedCampaign[]
  /** The columns after the specification's, which act; their headings and, in `renderRow`, their cells. */
  actions: readonly string[]
  renderRow: (campaign: ListedCampaign) => ReactNode
}

/** The campaigns, sorted and a page at a time (P2 §2, decision 32). */
export function CampaignTable({ campaigns, actions, renderRow }: CampaignTableProps) {
  const table = useTable({
    features,
    columns: campaignColumns,
    data: campaigns,
    getRowId: ({ id }) => String(id),
    initialState: { pagination: { pageIndex: 0, pageSize: CAMPAIGNS_A_PAGE } },
    // A list that is asked for again and again must not go back to its first page by itself.
    autoResetPageIndex: false,
    sortDescFirst: false,
    enableMultiSort: false,
  })
  const pages = Math.max(1, table.getPageCount())
  const page = Math.min(table.state.pagination.pageIndex, pages - 1)
  const rows = table.getSortedRowModel().rows.slice(page * CAMPAIGNS_A_PAGE, (page + 1) * CAMPAIGNS_A_PAGE)
  const columnCount = campaignColumns.length + actions.length
  return (
    <>
      {/* A table wider than its window is scrolled by keyboard too. */}
      <div className={styles.scroll} role="region" aria-label="Campaigns" tabIndex={0}>
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>Campaigns, newest first unless a column sorts them</VisuallyHidden>
          </caption>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => (
                  <Heading
                    key={header.id}
                    header={header}
                    onSort={() => {
                      header.column.toggleSorting()
                      table.setPageIndex(0)
                    }}
                  />
                ))}
                {actions.map((action) => (
                  <th key={action} scope="col">
                    {action === MENU ? <VisuallyHidden>{MENU}</VisuallyHidden> : action}
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {rows.length === 0 ? (
              <tr>
                <td className={styles.none} colSpan={columnCount}>
                  No data available
                </td>
              </tr>
            ) : (
              rows.map((row) => renderRow(row.original))
            )}
          </tbody>
        </table>
      </div>
      <div className={styles.foot}>
        <p role="status">{countOf(campaigns.length, 'campaign')}</p>
        {pages > 1 ? (
          <nav className={styles.pager} aria-label="Pages of campaigns">
            <IconButton
              label="Previous page"
              icon={<ChevronLeft aria-hidden />}
              isDisabled={page === 0}
              onPress={() => table.setPageIndex(page - 1)}
            />
            <span>
              Page {page + 1} of {pages}
            </span>
            <IconButton
              label="Next page"
              icon={<ChevronRight aria-hidden />}
              isDisabled={page >= pages - 1}
              onPress={() => table.setPageIndex(page + 1)}
            />
          </nav>
        ) : null}
      </div>
    </>
  )
}

/** The heading of the menu's column: for screen readers alone. */
export const MENU = 'More'

function Heading({ header, onSort }: { header: Header<Features, ListedCampaign>; onSort: () => void }) {
  const { column } = header
  const className = classes(column.id === NAME && styles.name, column.id === RECIPIENTS && styles.number)
  if (!column.getCanSort()) {
    return (
      <th scope="col" className={className}>
        {column.id}
      </th>
    )
  }
  const sorted = column.getIsSorted()
  const Icon = sorted === false ? ArrowUpDown : sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <th scope="col" className={className} aria-sort={sorted === false ? 'none' : SORTED[sorted]}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {column.id}
        <Icon aria-hidden />
      </button>
    </th>
  )
}
