import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import {
  exportVisitsCsv,
  listVisits,
  VISITS_A_PAGE,
  type ListedVisit,
  type VisitCounts,
  type VisitDays,
  type VisitFilter,
} from '#contract/campaigns/visitList'
import { VISIT_OUTCOME_WORDS, VISIT_OUTCOMES, type VisitOutcomeName } from '#contract/households/visitOutcomes'
import { callFile } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { withRetries } from '../../../api/retry'
import { formatCount } from '../../../lib/counts'
import { formatShortDay } from '../../../lib/moments'
import { saveFile } from '../../../lib/saveFile'
import { useReasonOffline } from '../../../state/connectivity'
import { useOwnAccess } from '../../../state/ownAccess'
import { Button } from '../../../ui/button/Button'
import { DataTable } from '../../../ui/data-table/DataTable'
import type { DataColumn } from '../../../ui/data-table/rows'
import { usePurpose } from '../../../ui/dialog/usePurpose'
import { useExport } from '../../../ui/notify/useExport'
import { Section } from '../../../ui/page/Page'
import { Pager } from '../../../ui/pager/Pager'
import { QueryState } from '../../../ui/query-state/QueryState'
import { Select } from '../../../ui/select/Select'
import styles from './outcomes.module.css'
import { nameOfficer, nameWard } from './words'

/** Households without a ward have an empty code. */
const ALL = 'all'

interface Chosen {
  readonly outcome: VisitOutcomeName | typeof ALL
  readonly officer: string
  readonly ward: string
}

/** The visits behind the counts, by outcome, officer and ward; also as CSV. Kept only on screen. */
export function VisitList({ counts, days }: { counts: VisitCounts; days: VisitDays }) {
  const [chosen, setChosen] = useState<Chosen>({ outcome: ALL, officer: ALL, ward: ALL })
  const [page, setPage] = useState(1)
  const filter: VisitFilter = {
    ...days,
    ...(chosen.outcome === ALL ? {} : { outcome: chosen.outcome }),
    ...(chosen.officer === ALL ? {} : { officer: chosen.officer }),
    ...(chosen.ward === ALL ? {} : { ward_code: chosen.ward }),
  }
  const query = useQuery({
    ...queryOptions(listVisits, { body: { ...filter, page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const choose = (change: Partial<Chosen>) => {
    setChosen({ ...chosen, ...change })
    setPage(1)
  }
  return (
    <Section title="Visits" isFlush actions={<ExportButton filter={filter} />}>
      <Choices counts={counts} chosen={chosen} onChoose={choose} />
      <QueryState query={query} what="The list of visits">
        {({ total, visits }) => (
          <div aria-busy={query.isPlaceholderData}>
            <DataTable
              caption="Visits"
              columns={visits.some(({ note }) => note !== null) ? [...COLUMNS, NOTE] : COLUMNS}
              rows={visits}
              keyOf={({ id }) => id}
              isFolding
              empty="No visit fits. Choose another outcome, officer or ward."
            />
            <Pager
              label="Pages of visits"
              summary={formatCount(total, 'visit')}
              page={page}
              pages={Math.max(1, Math.ceil(total / VISITS_A_PAGE))}
              onPage={setPage}
            />
          </div>
        )}
      </QueryState>
    </Section>
  )
}

interface ChoicesProps {
  counts: VisitCounts
  chosen: Chosen
  onChoose: (change: Partial<Chosen>) => void
}

const Choices = ({ counts, chosen, onChoose }: ChoicesProps) => (
  <div className={styles.choices} role="group" aria-label="Which visits">
    <Select
      label="Outcome"
      options={[
        { id: ALL, label: 'Every outcome' },
        ...VISIT_OUTCOMES.map((id) => ({ id, label: VISIT_OUTCOME_WORDS[id] })),
      ]}
      value={chosen.outcome}
      onChange={(outcome) => onChoose({ outcome })}
    />
    <Select
      label="Officer"
      options={[
        { id: ALL, label: 'Everybody' },
        ...counts.by_officer.map(({ officer, email }) => ({ id: officer, label: nameOfficer(email) })),
      ]}
      value={chosen.officer}
      onChange={(officer) => onChoose({ officer })}
    />
    <Select
      label="Ward"
      options={[
        { id: ALL, label: 'Every ward' },
        ...counts.by_ward.map(({ ward_code: code, ward_name: name }) => ({ id: code, label: nameWard(name) })),
      ]}
      value={chosen.ward}
      onChange={(ward) => onChoose({ ward })}
    />
  </div>
)

const COLUMNS: readonly DataColumn<ListedVisit>[] = [
  {
    id: 'household',
    heading: 'Household',
    cell: ({ household_reference: reference, address }) => (
      <>
        <span className={styles.whole}>{reference}</span>
        {address === '' ? null : <span className={styles.detail}>{address}</span>}
      </>
    ),
  },
  { id: 'ward', heading: 'Ward', cell: ({ ward_name: name }) => nameWard(name) },
  { id: 'outcome', heading: 'Outcome', cell: ({ outcome }) => VISIT_OUTCOME_WORDS[outcome] },
  { id: 'officer', heading: 'Officer', cell: ({ officer }) => nameOfficer(officer) },
  { id: 'day', heading: 'Date', cell: ({ day }) => formatShortDay(day), isUnbroken: true },
  {
    id: 'again',
    heading: 'Call again on',
    cell: ({ call_again_on: day }) => (day === null ? '–' : formatShortDay(day)),
    isUnbroken: true,
  },
]

const NOTE: DataColumn<ListedVisit> = {
  id: 'note',
  heading: 'Note',
  cell: ({ note }) => (note ? <span className={styles.note}>{note}</span> : '–'),
}

function ExportButton({ filter }: { filter: VisitFilter }) {
  const whyNot = useReasonOffline('Exporting needs')
  const { isPending, run } = useExport(explainError, 'campaigns')
  const { may_export: mayExport, purposes } = useOwnAccess()
  const { ask, question } = usePurpose(purposes)
  if (!mayExport) return null
  const download = async (purpose: string | undefined) =>
    saveFile(await withRetries(() => callFile(exportVisitsCsv, { body: { ...filter, purpose } })), 'visits.csv')
  return (
    <>
      {whyNot === null ? null : <p>{whyNot}</p>}
      <Button
        icon={<Download aria-hidden />}
        isPending={isPending}
        isDisabled={whyNot !== null}
        onPress={() => ask((purpose) => run(() => download(purpose)))}
      >
        Export CSV
      </Button>
      {question}
    </>
  )
}
