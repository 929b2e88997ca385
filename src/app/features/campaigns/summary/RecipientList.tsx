import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  RECIPIENT_STATES,
  RECIPIENTS_A_PAGE,
  type CampaignDetail,
  type Recipient,
  type RecipientState,
} from '#contract/campaigns'
import { refreshFailure } from '../../../api/errors'
import { countOf, figure } from '../../../lib/counts'
import { momentOf } from '../../../lib/moments'
import { DataTable, type DataColumn } from '../../../ui/data-table/DataTable'
import { Notice } from '../../../ui/notice/Notice'
import { Pager } from '../../../ui/pager/Pager'
import { QueryState } from '../../../ui/query-state/QueryState'
import { Select } from '../../../ui/select/Select'
import { Spinner } from '../../../ui/spinner/Spinner'
import { recipientsQuery, type RecipientsReply } from '../queries'
import styles from './CampaignSummary.module.css'
import { STATE_WORDS } from './states'
import { Badge } from '../../../ui/badge/Badge'

const ALL = 'all'

const pagesOf = (households: number): number => Math.max(1, Math.ceil(households / RECIPIENTS_A_PAGE))

interface RecipientListProps {
  campaign: CampaignDetail
  /** `null`: all of them. */
  state: RecipientState | null
  onChoose: (state: RecipientState | null) => void
}

/** The households of a campaign by reference, in one state or all, in pages, with reasons. */
export function RecipientList({ campaign, state, onChoose }: RecipientListProps) {
  const states = RECIPIENT_STATES.filter((one) => campaign.recipients[one] > 0 || one === state)
  const count = (state === null ? states : [state]).reduce((sum, one) => sum + campaign.recipients[one], 0)
  // Another state starts at its first page. Households change state meanwhile, and the page count with them.
  const [place, setPlace] = useState({ state, page: 1 })
  const page = place.state === state ? Math.min(place.page, pagesOf(count)) : 1
  const query = useQuery(recipientsQuery(campaign.id, state, page))
  const problem = refreshFailure(query)
  useRefetchOnChange(JSON.stringify(campaign.recipients), query.refetch)
  return (
    <>
      <div className={styles.filter}>
        <Select
          label="Show"
          value={state ?? ALL}
          onChange={(chosen) => onChoose(chosen === ALL ? null : chosen)}
          options={[
            { id: ALL, label: 'All states' } as const,
            ...states.map((id) => ({ id, label: `${STATE_WORDS[id].label} (${figure(campaign.recipients[id])})` })),
          ]}
        />
      </div>
      {problem === null ? null : (
        <Notice kind="warning" title="The list may be out of date">
          {problem}
        </Notice>
      )}
      <QueryState
        query={query}
        what="The list of households"
        waiting={<Spinner label="Loading households…" />}
        title="The households could not be loaded"
      >
        {(reply) => (
          <Rows
            reply={reply}
            page={page}
            isCurrent={!query.isPlaceholderData}
            onGo={(next) => setPlace({ state, page: next })}
          />
        )}
      </QueryState>
    </>
  )
}

/** Keeps the list in step with the campaign's counts above it. */
function useRefetchOnChange(counts: string, refetch: () => unknown): void {
  const fetchedFor = useRef(counts)
  useEffect(() => {
    if (fetchedFor.current === counts) return
    fetchedFor.current = counts
    void refetch()
  }, [counts, refetch])
}

function Rows({
  reply,
  page,
  isCurrent,
  onGo,
}: {
  reply: RecipientsReply
  page: number
  isCurrent: boolean
  onGo: (page: number) => void
}) {
  return (
    <div aria-busy={!isCurrent}>
      <DataTable
        caption="Households and the state of their message"
        columns={COLUMNS}
        rows={reply.recipients}
        keyOf={(recipient) => recipient.household_reference}
      />
      <Pager
        label="Pages of households"
        summary={countOf(reply.total, 'household')}
        page={page}
        pages={pagesOf(reply.total)}
        onPage={onGo}
      />
    </div>
  )
}

const COLUMNS: readonly DataColumn<Recipient>[] = [
  { id: 'reference', heading: 'Household reference', cell: ({ household_reference }) => household_reference },
  { id: 'state', heading: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'why', heading: 'Why', cell: ({ reason }) => reason ?? '' },
  {
    id: 'changed',
    heading: 'Changed',
    cell: ({ updated_at }) => <span className={styles.moment}>{momentOf(updated_at)}</span>,
  },
]

/** The state of a household's message. */
export const StateBadge = ({ state }: { state: RecipientState }) => (
  <Badge tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].label}</Badge>
)
