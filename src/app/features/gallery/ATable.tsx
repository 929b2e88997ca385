import { DataTable } from '../../ui/data-table/DataTable'

interface Row {
  readonly name: string
  readonly count: number
}
/** What the table is shown with. */
export const ROWS: readonly Row[] = [
  { name: 'Harbour', count: 1204 },
  { name: 'Bryn Glas', count: 87 },
]

/** A table that can be sorted. */
export function ATable({ rows }: { rows: readonly Row[] }) {
  return (
    <DataTable
      caption={rows.length > 0 ? 'Wards' : 'No wards'}
      rows={rows}
      keyOf={({ name }) => name}
      initialOrder={{ column: 'name', direction: 'ascending' }}
      columns={[
        { id: 'name', heading: 'Ward', cell: ({ name }) => name, sortBy: ({ name }) => name },
        {
          id: 'count',
          heading: 'Households',
          cell: ({ count }) => count.toLocaleString('en-GB'),
          sortBy: ({ count }) => count,
          isNumber: true,
        },
      ]}
    />
  )
}
