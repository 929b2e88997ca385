import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FilterRequest } from '#contract/households/filters'
import {
  HOUSEHOLDS_A_PAGE,
  listHouseholds,
  type HouseholdOrder,
  type HouseholdInList,
} from '#contract/households/householdList'
import { explainError } from '../../../../api/errors'
import { queryOptions } from '../../../../api/queryOptions'
import { longDate } from '../../../../lib/moments'
import { useDebounced } from '../../../../lib/useDebounced'
import { filterRequestAtom } from '../../../../state/filters/selectedFilters'
import { useDeferredAtomValue } from '../../../../state/store'
import { LongTable, MissingRows } from '../../../../ui/data-table/LongTable'
import { DataRows, type DataColumn } from '../../../../ui/data-table/rows'
import { Spinner } from '../../../../ui/spinner/Spinner'
import { ToggleGroup } from '../../../../ui/toggle-group/ToggleGroup'
import { matchingRows, type HouseholdPicture } from '../data/picture'
import { allWardsQuery } from '../data/wards'
import styles from './List.module.css'
import { RowName } from './RowName'

interface HouseholdListProps {
  picture: HouseholdPicture
  onChoose: ((row: number) => void) | null
  onCard: (reference: string) => void
}

const ORDERS: readonly { id: HouseholdOrder; label: string }[] = [
  { id: 'data', label: 'By ward' },
  { id: 'unclaimed', label: 'Most unclaimed first' },
]

/** As the map waits for the next filter. */
const FILTERS_REST_MS = 2000

interface ShownHousehold {
  /** Null: not in this picture. */
  readonly row: number | null
  readonly reference: string
  readonly ward: string
  /** Undefined: loading. */
  readonly listed: HouseholdInList | undefined
}

/** The households of a picture that match, page by page. */
export function HouseholdList({ picture, onChoose, onCard }: HouseholdListProps) {
  const rows = useMemo(() => matchingRows(picture.matches), [picture])
  const nameWard = useWardNames()
  const [order, setOrder] = useState<HouseholdOrder>('data')
  const request = useDebounced(useDeferredAtomValue(filterRequestAtom), FILTERS_REST_MS)
  const { data } = useQuery(pageQuery(request, order, 1))
  const list = useMemo(() => ({ picture, order }), [picture, order])
  const { points } = picture
  const columns = makeColumns(data?.hidden ?? [], onChoose, onCard)
  const read = (row: number): ShownHousehold => ({
    row,
    reference: points.reference(row),
    ward: nameWard(points.wardCode(row)),
    listed: undefined,
  })
  const rowsByReference = useMemo(
    () => new Map(order === 'unclaimed' ? [...rows].map((row) => [points.reference(row), row] as const) : []),
    [order, rows, points],
  )
  return (
    <>
      {data?.hidden.includes('unclaimed') ? null : (
        <div className={styles.measure}>
          <ToggleGroup label="Order of the list" options={ORDERS} value={order} onChange={setOrder} />
        </div>
      )}
      <LongTable
        caption="Households that match the filters"
        isFilling
        isFolding
        columns={columns}
        total={rows.length}
        rowsAPage={HOUSEHOLDS_A_PAGE}
        label="Pages of households"
        empty="No households"
        list={list}
      >
        {(page, height) => (
          <HouseholdPage
            query={pageQuery(request, order, page)}
            columns={columns}
            first={(page - 1) * HOUSEHOLDS_A_PAGE}
            height={height}
            known={
              order === 'data'
                ? [...rows.subarray((page - 1) * HOUSEHOLDS_A_PAGE, page * HOUSEHOLDS_A_PAGE)].map(read)
                : null
            }
            rowOf={({ household_reference: reference }) => rowsByReference.get(reference) ?? null}
          />
        )}
      </LongTable>
    </>
  )
}

const pageQuery = (request: FilterRequest, order: HouseholdOrder, page: number) => ({
  ...queryOptions(listHouseholds, { body: { ...request, order, page } }),
  staleTime: Infinity,
  gcTime: 0,
})

interface HouseholdPageProps {
  query: ReturnType<typeof pageQuery>
  columns: readonly DataColumn<ShownHousehold>[]
  first: number
  height: number
  /** Null: only the server knows the order. */
  known: readonly ShownHousehold[] | null
  rowOf: (listed: HouseholdInList) => number | null
}

function HouseholdPage({ query, columns, first, height, known, rowOf }: HouseholdPageProps) {
  const { data, error } = useQuery(query)
  const listed = new Map(data?.households.map((one) => [one.household_reference, one]))
  const shown =
    known?.map((one) => ({ ...one, listed: listed.get(one.reference) })) ??
    data?.households.map((one) => ({
      row: rowOf(one),
      reference: one.household_reference,
      ward: one.ward_name,
      listed: one,
    }))
  if (!shown)
    return (
      <MissingRows columns={columns.length} height={height}>
        {error ? explainError(error) : <Spinner label="Loading households…" />}
      </MissingRows>
    )
  return <DataRows columns={columns} rows={shown} first={first} keyOf={({ reference }) => reference} />
}

const makeColumns = (
  hidden: readonly string[],
  onChoose: ((row: number) => void) | null,
  onCard: (reference: string) => void,
): DataColumn<ShownHousehold>[] => {
  const detail = (
    id: keyof HouseholdInList,
    heading: string,
    words: (listed: HouseholdInList) => string,
    isNumber = false,
  ) =>
    hidden.includes(id)
      ? []
      : [
          {
            id,
            heading,
            isNumber,
            isMinor: id !== 'unclaimed',
            cell: ({ listed }: ShownHousehold) => (listed === undefined ? '…' : words(listed)),
          },
        ]
  return [
    {
      id: 'reference',
      heading: 'Household reference',
      cell: ({ row, reference }) => (
        <RowName name={reference} onChoose={row === null ? null : onChoose && (() => onChoose(row))} />
      ),
    },
    { id: 'ward', heading: 'Ward', cell: ({ ward, listed }) => listed?.ward_name ?? ward },
    ...detail('unclaimed', 'Unclaimed a year', ({ unclaimed }) => unclaimed ?? '–', true),
    ...detail('household_type', 'Type', ({ household_type: type }) => type ?? 'Not known'),
    ...detail('age_of_head', 'Age', ({ age_of_head: age }) => (age === null ? 'Not known' : String(age)), true),
    ...detail('last_contacted', 'Contacted', ({ last_contacted: day }) => (day === null ? 'Never' : longDate(day))),
    {
      id: 'card',
      heading: 'Details',
      cell: ({ reference }) => (
        <button
          type="button"
          className={styles.choose}
          aria-label={`Why here? ${reference}`}
          onClick={() => onCard(reference)}
        >
          Why here?
        </button>
      ),
    },
  ]
}

function useWardNames(): (code: string) => string {
  const { data: all, isLoading } = useQuery(allWardsQuery)
  const names = useMemo(
    () => new Map((all?.wards ?? []).map(({ properties }) => [properties.ward_code, properties.ward_name])),
    [all],
  )
  return (code) => names.get(code) ?? (isLoading ? '…' : code)
}
