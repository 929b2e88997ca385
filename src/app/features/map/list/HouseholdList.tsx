import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { IconButton } from '../../../ui/button/IconButton'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import type { HouseholdPicture } from '../data/households'
import { matchingRows } from '../data/matches'
import { useAllWards } from '../data/useMapSetup'
import styles from './List.module.css'
import { RowName } from './RowName'

const HOUSEHOLDS_A_PAGE = 50

interface HouseholdListProps {
  picture: HouseholdPicture
  /** Given the row in the points. Null where there is no map to show a household on. */
  onChoose: ((row: number) => void) | null
}

const figure = new Intl.NumberFormat('en-GB')

/** The household map as a list: references with their wards, a page at a time. */
export function HouseholdList({ picture, onChoose }: HouseholdListProps) {
  const rows = useMemo(() => matchingRows(picture.matches), [picture])
  const wardNames = useWardNames()
  // The page belongs to the picture: other households begin at their first page.
  const [place, setPlace] = useState({ picture, page: 0 })
  const page = place.picture === picture ? place.page : 0
  const pages = Math.max(1, Math.ceil(rows.length / HOUSEHOLDS_A_PAGE))
  const first = page * HOUSEHOLDS_A_PAGE
  const shown = rows.subarray(first, first + HOUSEHOLDS_A_PAGE)
  const { points } = picture
  const go = (next: number) => setPlace({ picture, page: next })
  return (
    <>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>Households that match the filters</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">Household reference</th>
            <th scope="col">Ward</th>
          </tr>
        </thead>
        <tbody>
          {Array.from(shown, (row) => (
            <tr key={row}>
              <th scope="row">
                <RowName name={points.reference(row)} onChoose={onChoose && (() => onChoose(row))} />
              </th>
              <td>{wardNames.get(points.wardCode(row)) ?? points.wardCode(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <nav className={styles.pager} aria-label="Pages of households">
        <IconButton
          label="Previous page"
          icon={<ChevronLeft aria-hidden />}
          isDisabled={page === 0}
          onPress={() => go(page - 1)}
        />
        <p role="status">
          {rows.length === 0
            ? 'No households'
            : `${figure.format(first + 1)} to ${figure.format(first + shown.length)} of ${figure.format(rows.length)}`}
        </p>
        <IconButton
          label="Next page"
          icon={<ChevronRight aria-hidden />}
          isDisabled={page >= pages - 1}
          onPress={() => go(page + 1)}
        />
      </nav>
    </>
  )
}

/** Ward names by code; empty until they are there, and codes are shown meanwhile. */
function useWardNames(): ReadonlyMap<string, string> {
  const all = useAllWards(true).value
  return useMemo(
    () => new Map((all?.wards ?? []).map(({ properties }) => [properties.ward_code, properties.ward_name])),
    [all],
  )
}
