import { useMemo } from 'react'
import type { WardFeature } from '#contract/households/map'
import { figure } from '../../../../lib/counts'
import { DataTable, compareAsRead } from '../../../../ui/data-table/DataTable'
import type { DataColumn } from '../../../../ui/data-table/rows'
import type { WardPicture } from '../data/picture'
import { useWardFigures, type ShownWardFigures } from '../data/useWardFigures'
import { MeasureChoice } from '../legend/MeasureChoice'
import styles from './List.module.css'
import { RowName } from './RowName'

interface WardListProps {
  picture: WardPicture
  onChoose: ((ward: WardFeature) => void) | null
}

const readName = ({ properties }: WardFeature) => properties.ward_name
const readWelshName = ({ properties }: WardFeature) => properties.ward_name_welsh
const countHouseholds = ({ properties }: WardFeature) => properties.household_count

const WELSH_NAME: DataColumn<WardFeature> = {
  id: 'welsh',
  heading: 'Welsh name',
  cell: (ward) => <span lang="cy">{readWelshName(ward)}</span>,
  sortBy: readWelshName,
}

/** The wards of a picture, with a figure to compare. */
export function WardList({ picture, onChoose }: WardListProps) {
  const { wards } = picture
  const measures = useWardFigures(picture)
  const { figures } = measures
  const columns: readonly DataColumn<WardFeature>[] = [
    {
      id: 'name',
      heading: 'Ward',
      cell: (ward) => <RowName name={readName(ward)} onChoose={onChoose && (() => onChoose(ward))} />,
      sortBy: readName,
    },
    ...(wards.some((ward) => readWelshName(ward) !== '') ? [WELSH_NAME] : []),
    {
      id: 'count',
      heading: 'Households',
      cell: (ward) => figure(countHouseholds(ward)),
      sortBy: countHouseholds,
      isNumber: true,
    },
    ...(figures && figures.kind !== 'count' ? [makeColumn(figures)] : []),
  ]
  const byName = useMemo(() => [...wards].sort((one, other) => compareAsRead(readName(one), readName(other))), [wards])
  return (
    <>
      <div className={styles.measure}>
        <MeasureChoice label="Show" {...measures} />
      </div>
      <DataTable
        caption="Households in each ward"
        isFilling
        columns={columns}
        rows={byName}
        keyOf={({ properties }) => properties.ward_code}
        initialOrder={{ column: 'count', direction: 'descending' }}
      />
    </>
  )
}

const makeColumn = ({ title, valueOf, inWords }: ShownWardFigures): DataColumn<WardFeature> => ({
  id: 'figure',
  heading: title,
  cell: ({ properties }) => inWords(valueOf(properties.ward_code)),
  sortBy: ({ properties }) => valueOf(properties.ward_code) ?? 0,
  isNumber: true,
})
