import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { londonDay } from '#contract/days'
import { changeHelp, getWantsHelp, type HelpView, type Replying, type WantsHelp } from '#contract/campaigns/replies'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { figure, formatCount } from '../../../lib/counts'
import { VISIT_OUTCOME_WORDS } from '#contract/households/visitOutcomes'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { formatShortDay } from '../../../lib/moments'
import { telephoneLink } from '../../../lib/telephone'
import { useSession } from '../../../state/session'
import { Button } from '../../../ui/button/Button'
import { DataTable } from '../../../ui/data-table/DataTable'
import type { DataColumn } from '../../../ui/data-table/rows'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { ToggleGroup } from '../../../ui/toggle-group/ToggleGroup'
import { readName } from './FoundHouseholds'
import { HouseholdCell } from './HouseholdCell'
import styles from './Replies.module.css'

export const wantsHelpKey = [getWantsHelp.name]

const VIEWS: readonly { id: HelpView; label: string }[] = [
  { id: 'open', label: 'Not done' },
  { id: 'mine', label: 'Mine' },
  { id: 'done', label: 'Done' },
]
const EMPTY: Readonly<Record<HelpView, string>> = {
  open: 'Nobody waits for help.',
  mine: 'Nobody who waits for help is yours.',
  done: 'Nobody had help yet.',
}

interface WantsHelpProps {
  whyNot: string | null
  onOpen: (household: Replying) => void
}

/** Who wants help to claim: due call-backs first, then the longest waiting. Never kept on a device. */
export function WantsHelpSection({ whyNot, onOpen }: WantsHelpProps) {
  const [view, setView] = useState<HelpView>('open')
  const { email } = useSession()
  const client = useQueryClient()
  const query = useQuery({ ...queryOptions(getWantsHelp, { query: { view } }), staleTime: 0, gcTime: 0 })
  const isDone = view === 'done'
  const note = useMutation({
    mutationFn: (reference: string) =>
      call(changeHelp, { body: { household_reference: reference, is_helped: !isDone } }),
    onSettled: () => client.invalidateQueries({ queryKey: wantsHelpKey }),
  })
  const columns = makeColumns({
    isDone,
    email,
    isDisabled: whyNot !== null,
    pending: note.isPending ? note.variables : null,
    onOpen,
    onNote: note.mutate,
  })
  return (
    <Section
      title="Who wants help"
      detail="Everybody whose last reply was that they want help to claim, or at whom a visitor wants to call again."
      actions={<ToggleGroup label="Which to show" options={VIEWS} value={view} onChange={setView} />}
    >
      {note.error === null ? null : <Notice kind="error">{explainError(note.error)}</Notice>}
      <QueryState query={query} what="This list" title="The list could not be shown">
        {({ total, households }) =>
          households.length === 0 ? (
            <p>{EMPTY[view]}</p>
          ) : (
            <div className={styles.list}>
              <p role="status">
                <span>{`${formatCount(total, 'household')} ${isDone ? 'had help' : total === 1 ? 'waits' : 'wait'}.`}</span>
                <span>{total > households.length ? ` The first ${figure(households.length)} are shown.` : ''}</span>
              </p>
              <DataTable
                caption="Who wants help"
                columns={columns}
                rows={households}
                keyOf={({ household_reference: reference }) => reference}
                isFolding
              />
            </div>
          )
        }
      </QueryState>
    </Section>
  )
}

interface ListActions {
  isDone: boolean
  email: string
  isDisabled: boolean
  pending: string | null
  onOpen: (household: Replying) => void
  onNote: (reference: string) => void
}

const makeColumns = ({ isDone, email, isDisabled, pending, onOpen, onNote }: ListActions): DataColumn<WantsHelp>[] => [
  {
    id: 'household',
    heading: 'Household',
    cell: (one) => <HouseholdCell household={one} isDisabled={isDisabled} onOpen={() => onOpen(asReplying(one))} />,
  },
  {
    id: 'telephone',
    heading: 'Telephone',
    cell: ({ mobile }) =>
      mobile === '' ? (
        'None'
      ) : (
        <a className={styles.whole} href={telephoneLink(mobile)}>
          {mobile}
        </a>
      ),
  },
  {
    id: 'asked',
    heading: 'Asked',
    cell: ({ asked_at: at, message, last_visit: visit }) => (
      <div className={styles.cell}>
        <span className={styles.whole}>{formatShortDay(at)}</span>
        {message === null ? null : (
          <span className={styles.detail}>
            {CHANNEL_WORDS[message.channel]}, <span className={styles.whole}>{formatShortDay(message.sent_at)}</span>
          </span>
        )}
        {visit === null ? null : (
          <span className={styles.detail}>
            {`Visit: ${VISIT_OUTCOME_WORDS[visit.outcome]}, ${formatShortDay(visit.day)}${visit.note ? `. ${visit.note}` : ''}`}
          </span>
        )}
      </div>
    ),
  },
  isDone
    ? { id: 'done', heading: 'Done', cell: ({ helped_at: at }) => (at === null ? '' : formatShortDay(at)) }
    : {
        id: 'call',
        heading: 'Call back on',
        cell: ({ call_back_on: day }) => (day === null ? '–' : <span className={styles.whole}>{whenDue(day)}</span>),
      },
  {
    id: 'owner',
    heading: 'Owner',
    cell: ({ owner }) => (owner === null ? 'Nobody' : owner === email ? 'Me' : owner),
  },
  { id: 'note', heading: 'Note', cell: ({ note }) => (note === '' ? '–' : note) },
  {
    id: 'act',
    heading: 'Action',
    isHeadingHidden: true,
    isAction: true,
    cell: (one) => (
      <Button
        aria-label={`${isDone ? 'Not done yet' : 'Done'}: ${readName(one)}`}
        isDisabled={isDisabled}
        isPending={pending === one.household_reference}
        onPress={() => onNote(one.household_reference)}
      >
        {isDone ? 'Not done yet' : 'Done'}
      </Button>
    ),
  },
]

function whenDue(day: string): string {
  const today = londonDay(new Date())
  return `${formatShortDay(day)}${day < today ? ' (overdue)' : day === today ? ' (today)' : ''}`
}

const asReplying = ({
  household_reference,
  name,
  address,
  message,
  mobile: _mobile,
  last_visit: _visit,
  ...help
}: WantsHelp): Replying => ({
  household_reference,
  name,
  address,
  messages: message === null ? [] : [message],
  help,
})
