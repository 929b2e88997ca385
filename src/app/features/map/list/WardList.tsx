import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useState } from 'react'
import type { WardFeature } from '#contract/map'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import styles from './List.module.css'
import { RowName } from './RowName'
import { nextOrder, sortedWards, type WardColumn, type WardOrder } from './wardRows'

interface WardListProps {
  wards: readonly WardFeature[]
  /** Null where there is no map to show a ward on. */
  onChoose: ((ward: WardFeature) => void) | null
}

const figure = new Intl.NumberFormat('en-GB')

/** The ward map as a table: every ward with its count, in any order. */
export function WardList({ wards, onChoose }: WardListProps) {
  const [order, setOrder] = useState<WardOrder>({ column: 'count', direction: 'desc' })
  const hasWelsh = wards.some(({ properties }) => properties.ward_name_welsh !== '')
  const heading = (column: WardColumn, label: string) => (
    <SortHeading column={column} label={label} order={order} onSort={() => setOrder(nextOrder(order, column))} />
  )
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>Households in each ward</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {heading('name', 'Ward')}
          {hasWelsh ? heading('welsh', 'Welsh name') : null}
          {heading('count', 'Households')}
        </tr>
      </thead>
      <tbody>
        {sortedWards(wards, order).map((ward) => (
          <tr key={ward.properties.ward_code}>
            <th scope="row">
              <RowName name={ward.properties.ward_name} onChoose={onChoose && (() => onChoose(ward))} />
            </th>
            {hasWelsh ? <td lang="cy">{ward.properties.ward_name_welsh}</td> : null}
            <td className={styles.number}>{figure.format(ward.properties.household_count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SortHeadingProps {
  column: WardColumn
  label: string
  order: WardOrder
  onSort: () => void
}

function SortHeading({ column, label, order, onSort }: SortHeadingProps) {
  const isSorted = order.column === column
  const Icon = !isSorted ? ArrowUpDown : order.direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      className={column === 'count' ? styles.number : undefined}
      aria-sort={!isSorted ? 'none' : order.direction === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className={styles.sort} onClick={onSort}>
        {label}
        <Icon aria-hidden />
      </button>
    </th>
  )
}
