import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { RECIPIENTS_A_PAGE, type CampaignDetail, type Recipient, type RecipientState } from '#contract/campaigns'
import { offlineReason, useIsOffline } from '../../../state/online'
import { Badge } from '../../../ui/badge/Badge'
import { IconButton } from '../../../ui/button/IconButton'
import { ErrorState } from '../../../ui/error-state/ErrorState'
import { Select } from '../../../ui/select/Select'
import { Spinner } from '../../../ui/spinner/Spinner'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { countOf, figure } from '../../../lib/counts'
import { momentOf } from '../times'
import styles from './CampaignSummary.module.css'
import { countsOf, STATE_WORDS } from './states'
import { useRecipients, type RecipientsReply } from './useRecipients'

const ALL = 'all'

interface RecipientListProps {
  campaign: CampaignDetail
  /** `null`: all of them. */
  state: RecipientState | null
  onChoose: (state: RecipientState | null) => void
}

/** The households of a campaign by reference, of one state or all, a page at a time, with why. */
export function RecipientList({ campaign, state, onChoose }: RecipientListProps) {
  // The page belongs to the state: another begins at its first.
  const [place, setPlace] = useState({ state, page: 1 })
  const page = place.state === state ? place.page : 1
  const { reply, isCurrent, failure, retry } = useRecipients(campaign, state, page)
  const isOffline = useIsOffline()
  const states = countsOf(campaign)
  return (
    <>
      <div className={styles.filter}>
        <Select
          label="Show"
          value={state ?? ALL}
          onChange={(chosen) => onChoose(chosen === ALL ? null : chosen)}
          options={[
            { id: ALL, label: 'All states' } as const,
            ...states.map(({ state: id, count }) => ({ id, label: `${STATE_WORDS[id].label} (${figure(count)})` })),
          ]}
        />
      </div>
      {failure === null ? null : <ErrorState title="The households could not be loaded" detail={failure} onRetry={retry} />}
      {reply === null && failure === null ? (
        isOffline ? <p>{offlineReason('The households need')}</p> : <Spinner label="Loading households…" />
      ) : null}
      {reply === null ? null : (
        <Rows reply={reply} page={page} isCurrent={isCurrent} onGo={(next) => setPlace({ state, page: next })} />
      )}
    </>
  )
}

function Rows({ reply, page, isCurrent, onGo }: { reply: RecipientsReply; page: number; isCurrent: boolean; onGo: (page: number) => void }) {
  const pages = Math.max(1, Math.ceil(reply.total / RECIPIENTS_A_PAGE))
  return (
    <div aria-busy={!isCurrent}>
      <div className={styles.scroll} role="region" aria-label="Households and the state of their message" tabIndex={0}>
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>Households and the state of their message</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">Household reference</th>
              <th scope="col">State</th>
              <th scope="col">Why</th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            {reply.recipients.length === 0 ? (
              <tr>
                <td colSpan={4} className={styles.none}>
                  No data available
                </td>
              </tr>
            ) : null}
            {reply.recipients.map((recipient) => (
              <Row key={recipient.household_reference} recipient={recipient} />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.foot}>
        <p role="status">{countOf(reply.total, 'household')}</p>
        {pages > 1 ? (
          <nav className={styles.pager} aria-label="Pages of households">
            <IconButton label="Previous page" icon={<ChevronLeft aria-hidden />} isDisabled={page === 1} onPress={() => onGo(page - 1)} />
            <span>
              Page {figure(page)} of {figure(pages)}
            </span>
            <IconButton label="Next page" icon={<ChevronRight aria-hidden />} isDisabled={page >= pages} onPress={() => onGo(page + 1)} />
          </nav>
        ) : null}
      </div>
    </div>
  )
}

function Row({ recipient: { household_reference, state, reason, updated_at } }: { recipient: Recipient }) {
  const { label, tone } = STATE_WORDS[state]
  return (
    <tr>
      <th scope="row">{household_reference}</th>
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td>{reason ?? ''}</td>
      <td className={styles.moment}>{momentOf(updated_at)}</td>
    </tr>
  )
}
