import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { figure } from '../../../lib/counts'
import { DataTable } from '../../../ui/data-table/DataTable'
import { Pager } from '../../../ui/pager/Pager'
import type { HouseholdPicture } from '../data/picture'
import { allWardsQuery } from '../data/mapData'
import { matchingRows } from '../data/matches'
import { RowName } from './RowName'

const HOUSEHOLDS_A_PAGE = 50

interface HouseholdListProps {
  picture: HouseholdPicture
  /** Null when there is no map. */
  onChoose: ((row: number) => void) | null
}

/** The household map as a list: references with their wards, in pages. */
export function HouseholdList({ picture, onChoose }: HouseholdListProps) {
  const rows = useMemo(() => matchingRows(picture.matches), [picture])
  const wardNames = useWardNames()
  // A new picture starts at its first page.
  const [place, setPlace] = useState({ picture, page: 1 })
  const page = place.picture === picture ? place.page : 1
  const first = (page - 1) * HOUSEHOLDS_A_PAGE
  const shown = [...rows.subarray(first, first + HOUSEHOLDS_A_PAGE)]
  const { points } = picture
  return (
    <>
      <DataTable
        caption="Households that match the filters"
        isFilling
        rows={shown}
        keyOf={(row) => row}
        empty="No households"
        columns={[
          {
            id: 'reference',
            heading: 'Household reference',
            cell: (row) => <RowName name={points.reference(row)} onChoose={onChoose && (() => onChoose(row))} />,
          },
          { id: 'ward', heading: 'Ward', cell: (row) => wardNames.get(points.wardCode(row)) ?? points.wardCode(row) },
        ]}
      />
      <Pager
        label="Pages of households"
        summary={
          rows.length === 0
            ? 'No households'
            : `${figure(first + 1)} to ${figure(first + shown.length)} of ${figure(rows.length)}`
        }
        page={page}
        pages={Math.ceil(rows.length / HOUSEHOLDS_A_PAGE)}
        onPage={(next) => setPlace({ picture, page: next })}
      />
    </>
  )
}

function useWardNames(): ReadonlyMap<string, string> {
  const { data: all } = useQuery(allWardsQuery)
  return useMemo(
    () => new Map((all?.wards ?? []).map(({ properties }) => [properties.ward_code, properties.ward_name])),
    [all],
  )
}
