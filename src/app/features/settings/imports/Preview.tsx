import type { MonthPreview, MonthShift } from '#contract/households/imports'
import { formatCount, figure } from '../../../lib/counts'
import { formatMonth } from '../../../lib/moments'
import { DataTable } from '../../../ui/data-table/DataTable'
import { FactGrid } from '../../../ui/page/Facts'
import styles from './Months.module.css'
import { shiftChange, shiftFigure, shiftName } from './wording'
import type { DataColumn } from '../../../ui/data-table/rows'

const COLUMNS: readonly DataColumn<MonthShift>[] = [
  { id: 'what', heading: 'What moved', cell: shiftName },
  { id: 'before', heading: 'Before', cell: (shift) => shiftFigure(shift.before, shift), isNumber: true },
  { id: 'after', heading: 'After', cell: (shift) => shiftFigure(shift.after, shift), isNumber: true },
  { id: 'change', heading: 'Change', cell: shiftChange, isNumber: true },
]

/** What publishing would change. */
export function Preview({ preview, month }: { preview: MonthPreview; month: string }) {
  const { compared_with: before, shifts } = preview
  return (
    <>
      <FactGrid
        facts={[
          ['Households', figure(preview.household_count)],
          ['Wards', figure(preview.ward_count)],
          ...(before === null
            ? []
            : ([
                ['New households', figure(preview.households_in)],
                ['Households that leave', figure(preview.households_out)],
              ] as const)),
          ['Contacts', preview.contact_count === null ? 'Stay as they are' : figure(preview.contact_count)],
        ]}
      />
      {before === null ? (
        <p>This is the first month: there is nothing to compare it with.</p>
      ) : (
        <div className={styles.shifts}>
          <h3>
            {shifts.length === 0
              ? `No column moved by more than 20% since ${formatMonth(before)}`
              : `${formatCount(shifts.length, 'figure')} moved by more than 20% since ${formatMonth(before)}`}
          </h3>
          {shifts.length === 0 ? null : (
            <>
              <p className={styles.hint}>
                Averages, and shares of households, of {month}. Is this what you expect? A column that moved much may
                have been made in another way.
              </p>
              <DataTable
                caption="What moved"
                columns={COLUMNS}
                rows={shifts}
                keyOf={({ column, value }) => `${column} ${value ?? ''}`}
              />
            </>
          )}
        </div>
      )}
    </>
  )
}
