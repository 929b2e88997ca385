import { Spinner } from '../../../../ui/spinner/Spinner'
import {
  dotSelection,
  matchingRows,
  type HouseholdPicture,
  type MapPicture,
  type MapSelection,
  type WardPicture,
} from '../data/picture'
import styles from './List.module.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { figure } from '../../../../lib/counts'
import { NARROW_WINDOW, useMediaQuery } from '../../../../state/useMediaQuery'
import { DataTable, compareAsRead } from '../../../../ui/data-table/DataTable'
import { LongTable } from '../../../../ui/data-table/LongTable'
import { DataRows, type DataColumn } from '../../../../ui/data-table/rows'
import { useWardFigures, type ShownWardFigures } from '../data/useWardFigures'
import { allWardsQuery } from '../data/wards'
import { MeasureChoice } from '../legend/MeasureChoice'
import type { WardFeature } from '#contract/households/map'

interface ListViewProps {
  picture: MapPicture | null
  hasMap: boolean
  onChoose: (selection: MapSelection) => void
  onCard: (reference: string) => void
}

/** The map's content as an accessible list. */
export function ListView({ picture, hasMap, onChoose, onCard }: ListViewProps) {
  return (
    <section className={styles.list} aria-label={picture?.view === 'ward' ? 'List of wards' : 'List of households'}>
      {picture === null ? <Spinner label="Loading list…" /> : null}
      {picture?.view === 'ward' ? (
        <WardList
          picture={picture}
          onChoose={hasMap ? ({ properties }) => onChoose({ kind: 'ward', code: properties.ward_code }) : null}
        />
      ) : null}
      {picture?.view === 'household' ? (
        <HouseholdList
          picture={picture}
          onCard={onCard}
          onChoose={
            hasMap
              ? (row) => {
                  const selection = dotSelection(picture, row)
                  if (selection) onChoose(selection)
                }
              : null
          }
        />
      ) : null}
    </section>
  )
}

const HOUSEHOLDS_A_PAGE = 50

interface HouseholdListProps {
  picture: HouseholdPicture
  onChoose: ((row: number) => void) | null
  onCard: (reference: string) => void
}

function HouseholdList({ picture, onChoose, onCard }: HouseholdListProps) {
  const rows = useMemo(() => matchingRows(picture.matches), [picture])
  const wardNames = useWardNames()
  const isNarrow = useMediaQuery(NARROW_WINDOW)
  const { points } = picture
  const columns: readonly DataColumn<number>[] = [
    {
      id: 'reference',
      heading: 'Household reference',
      cell: (row) => <RowName name={points.reference(row)} onChoose={onChoose && (() => onChoose(row))} />,
    },
    { id: 'ward', heading: 'Ward', cell: (row) => wardNames.get(points.wardCode(row)) ?? points.wardCode(row) },
    {
      id: 'card',
      heading: 'Details',
      cell: (row) => (
        <button
          type="button"
          className={styles.choose}
          aria-label={`Why is ${points.reference(row)} here?`}
          onClick={() => onCard(points.reference(row))}
        >
          Why here?
        </button>
      ),
    },
  ]
  return (
    <LongTable
      caption="Households that match the filters"
      isFilling
      isFolding={isNarrow}
      columns={columns}
      total={rows.length}
      rowsAPage={HOUSEHOLDS_A_PAGE}
      label="Pages of households"
      empty="No households"
      list={picture}
    >
      {(page) => {
        const first = (page - 1) * HOUSEHOLDS_A_PAGE
        const shown = [...rows.subarray(first, first + HOUSEHOLDS_A_PAGE)]
        return <DataRows columns={columns} rows={shown} first={first} keyOf={(row) => row} />
      }}
    </LongTable>
  )
}

function useWardNames(): ReadonlyMap<string, string> {
  const { data: all } = useQuery(allWardsQuery)
  return useMemo(
    () => new Map((all?.wards ?? []).map(({ properties }) => [properties.ward_code, properties.ward_name])),
    [all],
  )
}

function RowName({ name, onChoose }: { name: string; onChoose: (() => void) | null }) {
  if (!onChoose) return <>{name}</>
  return (
    <button type="button" className={styles.choose} onClick={onChoose}>
      {name}
    </button>
  )
}

interface WardListProps {
  picture: WardPicture
  onChoose: ((ward: WardFeature) => void) | null
}

const nameOf = ({ properties }: WardFeature) => properties.ward_name
const welshNameOf = ({ properties }: WardFeature) => properties.ward_name_welsh
const householdsOf = ({ properties }: WardFeature) => properties.household_count

const WELSH_NAME: DataColumn<WardFeature> = {
  id: 'welsh',
  heading: 'Welsh name',
  cell: (ward) => <span lang="cy">{welshNameOf(ward)}</span>,
  sortBy: welshNameOf,
}

function WardList({ picture, onChoose }: WardListProps) {
  const { wards } = picture
  const measures = useWardFigures(picture)
  const { figures } = measures
  const columns: readonly DataColumn<WardFeature>[] = [
    {
      id: 'name',
      heading: 'Ward',
      cell: (ward) => <RowName name={nameOf(ward)} onChoose={onChoose && (() => onChoose(ward))} />,
      sortBy: nameOf,
    },
    ...(wards.some((ward) => welshNameOf(ward) !== '') ? [WELSH_NAME] : []),
    {
      id: 'count',
      heading: 'Households',
      cell: (ward) => figure(householdsOf(ward)),
      sortBy: householdsOf,
      isNumber: true,
    },
    ...(figures && figures.kind !== 'count' ? [columnOf(figures)] : []),
  ]
  const byName = useMemo(() => [...wards].sort((one, other) => compareAsRead(nameOf(one), nameOf(other))), [wards])
  return (
    <>
      <div className={styles.measure}>
        <MeasureChoice label="Beside the count" {...measures} />
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

const columnOf = ({ title, valueOf, inWords }: ShownWardFigures): DataColumn<WardFeature> => ({
  id: 'figure',
  heading: title,
  cell: ({ properties }) => inWords(valueOf(properties.ward_code)),
  sortBy: ({ properties }) => valueOf(properties.ward_code) ?? 0,
  isNumber: true,
})
