import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getJobs, retryJob, type WireJob } from '#contract/organisations/backgroundJobs'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { capitalised, figure } from '../../../lib/counts'
import { formatMoment } from '../../../lib/moments'
import { offlineReason, useIsOffline } from '../../../state/connectivity'
import { Badge, type BadgeTone } from '../../../ui/badge/Badge'
import { Button } from '../../../ui/button/Button'
import { DataTable } from '../../../ui/data-table/DataTable'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import styles from './BackgroundJobs.module.css'
import type { DataColumn } from '../../../ui/data-table/rows'

const STATES: Record<WireJob['state'], { words: string; tone: BadgeTone }> = {
  failed: { words: 'Given up', tone: 'red' },
  running: { words: 'Under way', tone: 'yellow' },
  waiting: { words: 'Waiting', tone: 'neutral' },
}

const KINDS: Readonly<Record<string, string>> = {
  'check-month': 'Check a month',
  'check-long-month': 'Check a month that takes long',
  'publish-month': 'Publish a month',
  'forget-month': 'Delete a month that was not published',
  'tell-staff': 'E-mail staff about a campaign',
  nightly: 'Sign the audit log and delete what is old',
  'nightly-later': 'Nightly work, next night',
}

function kindInWords(kind: string): string {
  return capitalised(KINDS[kind] ?? kind.replaceAll('-', ' '))
}

const jobsQuery = queryOptions(getJobs)

/** Background jobs of all organisations, for super administrators. */
export function BackgroundJobs() {
  const jobs = useQuery(jobsQuery)
  const isOffline = useIsOffline()
  return (
    <Section
      title="Work in the background"
      detail={
        isOffline
          ? offlineReason('The list needs')
          : 'Of all organisations. What fails is tried again by itself for a week, then given up.'
      }
      isFlush
      actions={
        <Button isDisabled={isOffline || jobs.isPending} onPress={() => void jobs.refetch()}>
          Refresh
        </Button>
      }
    >
      <QueryState query={jobs} what="The list of work in the background">
        {({ jobs: loaded, total }) => (
          <DataTable
            caption="Work in the background"
            columns={COLUMNS}
            rows={loaded}
            keyOf={(job) => job.id}
            empty="Nothing waits, and nothing has failed"
            isFolding
            paging={{
              rowsAPage: 10,
              label: 'Pages of work',
              count: (rows) => `${figure(rows)} of ${figure(total)} jobs`,
            }}
          />
        )}
      </QueryState>
    </Section>
  )
}

const COLUMNS: readonly DataColumn<WireJob>[] = [
  { id: 'what', heading: 'What', cell: ({ kind }) => kindInWords(kind), sortBy: ({ kind }) => kind },
  {
    id: 'organisation',
    heading: 'Organisation',
    cell: ({ organisation }) => organisation ?? '–',
    sortBy: ({ organisation }) => organisation ?? '',
  },
  {
    id: 'since',
    heading: 'Since',
    cell: (job) => formatMoment(job.created_at),
    sortBy: (job) => job.created_at,
    isUnbroken: true,
  },
  { id: 'state', heading: 'State', cell: (job) => <State job={job} />, sortBy: (job) => STATES[job.state].words },
  { id: 'retry', heading: 'Run now', cell: (job) => <Retry job={job} />, isHeadingHidden: true, isAction: true },
]

function State({ job: { state, failures, due_at, reason } }: { job: WireJob }) {
  const { words, tone } = STATES[state]
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {state === 'waiting' ? <p className={styles.detail}>until {formatMoment(due_at)}</p> : null}
      {failures > 0 ? (
        <p className={styles.detail}>failed {failures === 1 ? 'once' : `${figure(failures)} times`}</p>
      ) : null}
      {reason === null ? null : <p className={styles.detail}>{reason}</p>}
    </>
  )
}

function Retry({ job }: { job: WireJob }) {
  const queryClient = useQueryClient()
  const isOffline = useIsOffline()
  const retry = useMutation({
    mutationFn: () => call(retryJob, { body: { id: job.id } }),
    onSuccess: (changed) => queryClient.setQueryData(jobsQuery.queryKey, changed),
  })
  if (job.state === 'running' || job.failures === 0) return null
  return (
    <>
      <Button
        aria-label={`Run now: ${kindInWords(job.kind)}, ${job.organisation ?? 'no organisation'}`}
        isDisabled={isOffline}
        isPending={retry.isPending}
        onPress={() => retry.mutate()}
      >
        Run now
      </Button>
      {retry.error === null ? null : <Notice kind="error">{explainError(retry.error)}</Notice>}
    </>
  )
}
