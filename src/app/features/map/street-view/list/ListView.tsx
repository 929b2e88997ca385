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
import { figure } from '../../../../lib/counts'
import { DataTable, compareAsRead } from '../../../../ui/data-table/DataTable'
import { LongTable, MissingRows } from '../../../../ui/data-table/LongTable'
import { DataRows, type DataColumn } from '../../../../ui/data-table/rows'
import { ToggleGroup } from '../../../../ui/toggle-group/ToggleGroup'
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

function HouseholdList({ picture, onChoose, onCard }: HouseholdListProps) {
  const rows = useMemo(() => matchingRows(picture.matches), [picture])
  const wardNames = useWardNames()
  const [order, setOrder] = useState<HouseholdOrder>('data')
  const request = useDebounced(useDeferredAtomValue(filterRequestAtom), FILTERS_REST_MS)
  const { data } = useQuery(pageQuery(request, order, 1))
  const list = useMemo(() => ({ picture, order }), [picture, order])
  const { points } = picture
  const columns = makeColumns(data?.hidden ?? [], onChoose, onCard)
  const read = (row: number): ShownHousehold => ({
    row,
    reference: points.reference(row),
    ward: wardNames.get(points.wardCode(row)) ?? points.wardCode(row),
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
    isMinor = true,
  ) =>
    hidden.includes(id)
      ? []
      : [{ id, heading, isMinor, cell: ({ listed }: ShownHousehold) => (listed === undefined ? '…' : words(listed)) }]
  return [
    {
      id: 'reference',
      heading: 'Household reference',
      cell: ({ row, reference }) => (
        <RowName name={reference} onChoose={row === null ? null : onChoose && (() => onChoose(row))} />
      ),
    },
    { id: 'ward', heading: 'Ward', cell: ({ ward }) => ward },
    ...detail('unclaimed', 'Unclaimed a year', ({ unclaimed }) => unclaimed ?? '–', false),
    ...detail('household_type', 'Type', ({ household_type: type }) => type ?? 'Not known'),
    ...detail('age_of_head', 'Age', ({ age_of_head: age }) => (age === null ? 'Not known' : String(age))),
    ...detail('last_contacted', 'Contacted', ({ last_contacted: day }) => (day === null ? 'Never' : longDate(day))),
    {
      id: 'card',
      heading: 'Details',
      cell: ({ reference }) => (
        <button
          type="button"
          className={styles.choose}
          aria-label={`Why is ${reference} here?`}
          onClick={() => onCard(reference)}
        >
          Why here?
        </button>
      ),
    },
  ]
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

const readName = ({ properties }: WardFeature) => properties.ward_name
const readWelshName = ({ properties }: WardFeature) => properties.ward_name_welsh
const countHouseholds = ({ properties }: WardFeature) => properties.household_count

const WELSH_NAME: DataColumn<WardFeature> = {
  id: 'welsh',
  heading: 'Welsh name',
  cell: (ward) => <span lang="cy">{readWelshName(ward)}</span>,
  sortBy: readWelshName,
}

function WardList({ picture, onChoose }: WardListProps) {
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
