import { useMemo } from 'react'
import type { WardFeature } from '#contract/map'
import { figure } from '../../../lib/counts'
import { DataTable, type DataColumn } from '../../../ui/data-table/DataTable'
import { compareAsRead } from '../../../ui/data-table/sorting'
import { RowName } from './RowName'

interface WardListProps {
  wards: readonly WardFeature[]
  /** Null when there is no map. */
  onChoose: ((ward: WardFeature) => void) | null
}

const nameOf = ({ properties }: WardFeature) => properties.ward_name
const welshNameOf = ({ properties }: WardFeature) => properties.ward_name_welsh
const countOf = ({ properties }: WardFeature) => properties.household_count

const WELSH_NAME: DataColumn<WardFeature> = {
  id: 'welsh',
  heading: 'Welsh name',
  cell: (ward) => <span lang="cy">{welshNameOf(ward)}</span>,
  sortBy: welshNameOf,
}

/** The ward map as a sortable table. */
export function WardList({ wards, onChoose }: WardListProps) {
  const columns: readonly DataColumn<WardFeature>[] = [
    {
      id: 'name',
      heading: 'Ward',
      cell: (ward) => <RowName name={nameOf(ward)} onChoose={onChoose && (() => onChoose(ward))} />,
      sortBy: nameOf,
    },
    ...(wards.some((ward) => welshNameOf(ward) !== '') ? [WELSH_NAME] : []),
    { id: 'count', heading: 'Households', cell: (ward) => figure(countOf(ward)), sortBy: countOf, isNumber: true },
  ]
  const byName = useMemo(() => [...wards].sort((one, other) => compareAsRead(nameOf(one), nameOf(other))), [wards])
  return (
    <DataTable
      caption="Households in each ward"
      isFilling
      columns={columns}
      rows={byName}
      keyOf={({ properties }) => properties.ward_code}
      initialOrder={{ column: 'count', direction: 'descending' }}
    />
  )
}
