import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { getCalculatorResult, type CalculatorJob, getCalculatorJobs } from '#contract/households/calculator'
import { callFile } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { withRetries } from '../../../api/retry'
import { figure } from '../../../lib/counts'
import { formatMoment } from '../../../lib/moments'
import { saveFile } from '../../../lib/saveFile'
import { useOwnAccess } from '../../../state/ownAccess'
import { offlineReason, useIsOffline } from '../../../state/connectivity'
import { Badge, type BadgeTone } from '../../../ui/badge/Badge'
import { Button } from '../../../ui/button/Button'
import { usePurpose } from '../../../ui/dialog/usePurpose'
import { DataTable } from '../../../ui/data-table/DataTable'
import { useExport } from '../../../ui/notify/useExport'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import styles from './CalculatorJobs.module.css'
import { queryOptions } from '../../../api/queryOptions'
import type { DataColumn } from '../../../ui/data-table/rows'

const STATES: Record<CalculatorJob['state'], { words: string; tone: BadgeTone }> = {
  queued: { words: 'Waiting', tone: 'neutral' },
  running: { words: 'Being calculated', tone: 'yellow' },
  done: { words: 'Done', tone: 'green' },
  failed: { words: 'Failed', tone: 'red' },
}

const DETAIL = 'Households that people of your organisation sent to the calculator from the map, newest first.'

/** Households sent to the calculator, with results. */
export function CalculatorJobs() {
  const jobs = useQuery(calculatorJobsQuery)
  const isOffline = useIsOffline()
  return (
    <Section
      title="Calculator"
      detail={isOffline && jobs.data ? offlineReason('New figures and downloads need') : DETAIL}
      isFlush
      actions={
        <Button isDisabled={isOffline || jobs.isPending} onPress={() => void jobs.refetch()}>
          Refresh
        </Button>
      }
    >
      <QueryState query={jobs} what="The list of calculations">
        {(loaded) => (
          <DataTable
            caption="Calculator jobs"
            columns={COLUMNS}
            rows={loaded}
            keyOf={(job) => job.id}
            isFolding
            empty="No households have been sent to the calculator yet"
          />
        )}
      </QueryState>
    </Section>
  )
}

const COLUMNS: readonly DataColumn<CalculatorJob>[] = [
  {
    id: 'sent',
    heading: 'Sent',
    cell: (job) => formatMoment(job.created_at),
    sortBy: (job) => job.created_at,
    isUnbroken: true,
  },
  {
    id: 'households',
    heading: 'Households',
    cell: (job) => figure(job.household_count),
    sortBy: (job) => job.household_count,
    isNumber: true,
  },
  {
    id: 'by',
    heading: 'Sent by',
    cell: (job) => job.requested_by ?? 'Support staff',
    sortBy: (job) => job.requested_by ?? '',
  },
  { id: 'state', heading: 'State', cell: (job) => <State job={job} />, sortBy: (job) => STATES[job.state].words },
  { id: 'result', heading: 'Result', cell: (job) => <Result job={job} />, isHeadingHidden: true },
]

function State({ job }: { job: CalculatorJob }) {
  const { words, tone } = STATES[job.state]
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {job.failure === null ? null : <p className={styles.failure}>{job.failure}</p>}
    </>
  )
}

function Result({ job }: { job: CalculatorJob }) {
  const isOffline = useIsOffline()
  const { isPending, run } = useExport(explainError)
  const { may_export, may_calculate, purposes } = useOwnAccess()
  const { ask, question } = usePurpose(purposes)
  if (!job.has_result) {
    return job.state === 'done' ? <span className={styles.elsewhere}>In your calculator</span> : null
  }
  if (!may_export || !may_calculate) return <span className={styles.elsewhere}>Not shown to your role</span>
  const download = async (purpose: string | undefined) => {
    const query = { job_id: job.id, purpose }
    saveFile(await withRetries(() => callFile(getCalculatorResult, { query })), 'calculator.csv')
  }
  return (
    <>
      <Button
        icon={<Download aria-hidden />}
        aria-label={`Download CSV, ${formatMoment(job.created_at)}`}
        isDisabled={isOffline}
        isPending={isPending}
        onPress={() => ask((purpose) => run(() => download(purpose)))}
      >
        Download CSV
      </Button>
      {question}
    </>
  )
}

const calculatorJobsQuery = queryOptions(getCalculatorJobs)
