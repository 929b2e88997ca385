import { useEffect, useRef, useState } from 'react'
import {
  RECIPIENT_STATES,
  RECIPIENTS_A_PAGE,
  type CampaignDetail,
  type Recipient,
  type RecipientState,
} from '#contract/campaigns'
import { useQuery } from '@tanstack/react-query'
import { countOf, figure } from '../../../lib/counts'
import { DataTable, type DataColumn } from '../../../ui/data-table/DataTable'
import { Section } from '../../../ui/page/Page'
import styles from './CampaignSummary.module.css'
import { countsOf, STATE_WORDS, type StateCount } from './states'
import { refreshFailure } from '../../../api/errors'
import { momentOf } from '../../../lib/moments'
import { Notice } from '../../../ui/notice/Notice'
import { Pager } from '../../../ui/pager/Pager'
import { QueryState } from '../../../ui/query-state/QueryState'
import { Select } from '../../../ui/select/Select'
import { Spinner } from '../../../ui/spinner/Spinner'
import { recipientsQuery, type RecipientsReply } from '../queries'
import { Badge } from '../../../ui/badge/Badge'

/** Households by the state of their message, and the households of each. */
export function DeliveryStates({ campaign }: { campaign: CampaignDetail }) {
  const [chosen, setChosen] = useState<RecipientState | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const show = (state: RecipientState) => {
    setChosen(state)
    heading.current?.focus()
  }
  return (
    <>
      <Section title="Delivery" isFlush>
        <DataTable
          caption="Households by the state of their message"
          columns={[
            { id: 'state', heading: 'State', cell: ({ state }) => <StateBadge state={state} /> },
            {
              id: 'meaning',
              heading: 'What it means',
              cell: ({ state }) => STATE_WORDS[state].meaning(campaign.channel),
            },
            {
              id: 'households',
              heading: 'Households',
              cell: (row) => <Count {...row} onShow={show} />,
              isNumber: true,
            },
          ]}
          rows={countsOf(campaign)}
          keyOf={({ state }) => state}
        />
      </Section>
      <Section title="Households" headingRef={heading}>
        <RecipientList campaign={campaign} state={chosen} onChoose={setChosen} />
      </Section>
    </>
  )
}

function Count({ state, count, share, onShow }: StateCount & { onShow: (state: RecipientState) => void }) {
  return (
    <>
      <button
        type="button"
        className={styles.choose}
        aria-label={`${figure(count)} ${STATE_WORDS[state].label.toLowerCase()}: show these households`}
        onClick={() => onShow(state)}
      >
        {figure(count)}
      </button>
      <span className={styles.share} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </>
  )
}

const ALL = 'all'

const pagesOf = (households: number): number => Math.max(1, Math.ceil(households / RECIPIENTS_A_PAGE))

interface RecipientListProps {
  campaign: CampaignDetail
  /** `null`: all of them. */
  state: RecipientState | null
  onChoose: (state: RecipientState | null) => void
}

/** The households of a campaign by reference, in one state or all, in pages, with reasons. */
function RecipientList({ campaign, state, onChoose }: RecipientListProps) {
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
        isFolding
        columns={COLUMNS}
        rows={reply.recipients}
        part={{ first: (page - 1) * RECIPIENTS_A_PAGE, of: reply.total }}
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
const StateBadge = ({ state }: { state: RecipientState }) => (
  <Badge tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].label}</Badge>
)
