import { useEffect, useRef, useState } from 'react'
import { type CampaignDetail } from '#contract/campaigns/campaigns'
import {
  RECIPIENT_STATES,
  RECIPIENTS_A_PAGE,
  type Recipient,
  type RecipientState,
} from '#contract/campaigns/recipients'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { figure, formatCount } from '../../../../lib/counts'
import { DataTable } from '../../../../ui/data-table/DataTable'
import { LongTable, MissingRows } from '../../../../ui/data-table/LongTable'
import { DataRows, type DataColumn } from '../../../../ui/data-table/rows'
import { Section } from '../../../../ui/page/Page'
import styles from './CampaignSummary.module.css'
import { listStateCounts, RECIPIENT_STATE_WORDS, type StateCount } from './states'
import { refreshFailure } from '../../../../api/errors'
import { formatMoment } from '../../../../lib/moments'
import { Notice } from '../../../../ui/notice/Notice'
import { QueryState } from '../../../../ui/query-state/QueryState'
import { Select } from '../../../../ui/select/Select'
import { Spinner } from '../../../../ui/spinner/Spinner'
import { recipientsKey, recipientsQuery } from '../queries'
import { Badge } from '../../../../ui/badge/Badge'

/** With the list for each state. */
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
              cell: ({ state }) => RECIPIENT_STATE_WORDS[state].meaning(campaign.channel),
            },
            {
              id: 'households',
              heading: 'Households',
              cell: (row) => <Count {...row} onShow={show} />,
              isNumber: true,
            },
          ]}
          rows={listStateCounts(campaign)}
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
        aria-label={`${figure(count)} ${RECIPIENT_STATE_WORDS[state].label.toLowerCase()}: show these households`}
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

interface RecipientListProps {
  campaign: CampaignDetail
  state: RecipientState | null
  onChoose: (state: RecipientState | null) => void
}

function RecipientList({ campaign, state, onChoose }: RecipientListProps) {
  const states = RECIPIENT_STATES.filter((one) => campaign.recipients[one] > 0 || one === state)
  const query = useQuery({ ...recipientsQuery(campaign.id, state, 1), placeholderData: keepPreviousData })
  const problem = refreshFailure(query)
  useRefetchOnChange(campaign)
  return (
    <>
      <div className={styles.filter}>
        <Select
          label="Show"
          value={state ?? ALL}
          onChange={(chosen) => onChoose(chosen === ALL ? null : chosen)}
          options={[
            { id: ALL, label: 'All states' } as const,
            ...states.map((id) => ({
              id,
              label: `${RECIPIENT_STATE_WORDS[id].label} (${figure(campaign.recipients[id])})`,
            })),
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
        {({ total, erased }) => (
          <div aria-busy={query.isPlaceholderData}>
            <LongTable
              caption="Households and the state of their message"
              isFolding
              columns={COLUMNS}
              total={total}
              rowsAPage={RECIPIENTS_A_PAGE}
              label="Pages of households"
              empty="No households"
              list={state}
            >
              {(page, height) => <RecipientPage id={campaign.id} state={state} page={page} height={height} />}
            </LongTable>
            {erased === 0 ? null : <p>{`Counted and not listed: ${formatCount(erased, 'erased household')}.`}</p>}
          </div>
        )}
      </QueryState>
    </>
  )
}

function useRefetchOnChange({ id, recipients }: CampaignDetail): void {
  const client = useQueryClient()
  const counts = JSON.stringify(recipients)
  const fetchedFor = useRef(counts)
  useEffect(() => {
    if (fetchedFor.current === counts) return
    fetchedFor.current = counts
    void client.invalidateQueries({ queryKey: recipientsKey(id) })
  }, [client, id, counts])
}

interface RecipientPageProps {
  id: number
  state: RecipientState | null
  page: number
  /** Pixels, until rows are loaded. */
  height: number
}

function RecipientPage({ id, state, page, height }: RecipientPageProps) {
  const query = useQuery(recipientsQuery(id, state, page))
  if (query.data) {
    return (
      <DataRows
        columns={COLUMNS}
        rows={query.data.recipients}
        first={(page - 1) * RECIPIENTS_A_PAGE}
        keyOf={({ household_reference }) => household_reference}
      />
    )
  }
  return (
    <MissingRows columns={COLUMNS.length} height={height}>
      <QueryState query={query} what="This part of the list" waiting={<Spinner label="Loading households…" />}>
        {() => null}
      </QueryState>
    </MissingRows>
  )
}

const COLUMNS: readonly DataColumn<Recipient>[] = [
  { id: 'reference', heading: 'Household reference', cell: ({ household_reference }) => household_reference },
  { id: 'state', heading: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'why', heading: 'Why', cell: ({ reason }) => reason ?? '' },
  {
    id: 'changed',
    heading: 'Changed',
    cell: ({ updated_at }) => (updated_at === null ? '' : formatMoment(updated_at)),
    isUnbroken: true,
  },
]

const StateBadge = ({ state }: { state: RecipientState }) => (
  <Badge tone={RECIPIENT_STATE_WORDS[state].tone}>{RECIPIENT_STATE_WORDS[state].label}</Badge>
)
