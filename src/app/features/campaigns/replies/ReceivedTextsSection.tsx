import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Replying } from '#contract/campaigns/replies'
import { getReceivedTexts, noteReceivedText, type ListedText, type TextView } from '#contract/campaigns/receivedTexts'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { figure, formatCount } from '../../../lib/counts'
import { formatMoment } from '../../../lib/moments'
import { telephoneLink } from '../../../lib/telephone'
import { Button } from '../../../ui/button/Button'
import { classes } from '../../../ui/classes'
import { DataTable } from '../../../ui/data-table/DataTable'
import type { DataColumn } from '../../../ui/data-table/rows'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { ToggleGroup } from '../../../ui/toggle-group/ToggleGroup'
import { HouseholdCell } from './HouseholdCell'
import styles from './Replies.module.css'

export const receivedTextsKey = [getReceivedTexts.name]

const VIEWS: readonly { id: TextView; label: string }[] = [
  { id: 'open', label: 'Not done' },
  { id: 'done', label: 'Done' },
]
const EMPTY: Readonly<Record<TextView, string>> = { open: 'No text waits.', done: 'No text was dealt with yet.' }

interface ReceivedTextsProps {
  whyNot: string | null
  onOpen: (household: Replying, text: ListedText) => void
}

/** What people texted back, the longest wait first. Never kept on a device. */
export function ReceivedTextsSection({ whyNot, onOpen }: ReceivedTextsProps) {
  const [view, setView] = useState<TextView>('open')
  const client = useQueryClient()
  const query = useQuery({ ...queryOptions(getReceivedTexts, { query: { view } }), staleTime: 0, gcTime: 0 })
  const isDone = view === 'done'
  const note = useMutation({
    mutationFn: (id: string) => call(noteReceivedText, { body: { id, is_done: !isDone } }),
    onSettled: () => client.invalidateQueries({ queryKey: receivedTextsKey }),
  })
  const columns = makeColumns({
    isDone,
    isDisabled: whyNot !== null,
    pending: note.isPending ? note.variables : null,
    onOpen,
    onNote: note.mutate,
  })
  return (
    <Section
      title="Texts that came in"
      detail="What people texted back. STOP was done at once; anything else waits for somebody to read it."
      actions={<ToggleGroup label="Which texts to show" options={VIEWS} value={view} onChange={setView} />}
    >
      {note.error === null ? null : <Notice kind="error">{explainError(note.error)}</Notice>}
      <QueryState query={query} what="This list" title="The list could not be shown">
        {({ total, texts }) =>
          texts.length === 0 ? (
            <p>{EMPTY[view]}</p>
          ) : (
            <div className={styles.list}>
              <p role="status">
                {`${formatCount(total, 'text')} ${isDone ? (total === 1 ? 'is done' : 'are done') : total === 1 ? 'waits' : 'wait'}.`}
                {total > texts.length ? ` The first ${figure(texts.length)} are shown.` : ''}
              </p>
              <DataTable caption="Texts that came in" columns={columns} rows={texts} keyOf={({ id }) => id} isFolding />
            </div>
          )
        }
      </QueryState>
    </Section>
  )
}

interface ListActions {
  isDone: boolean
  isDisabled: boolean
  pending: string | null
  onOpen: (household: Replying, text: ListedText) => void
  onNote: (id: string) => void
}

const makeColumns = ({ isDone, isDisabled, pending, onOpen, onNote }: ListActions): DataColumn<ListedText>[] => [
  {
    id: 'text',
    heading: 'Text',
    cell: ({ message, is_stop: isStop }) => (
      <div className={styles.cell}>
        <span className={styles.message}>{message === '' ? '(No words)' : message}</span>
        {isStop ? <span className={styles.detail}>Its number is do-not-contact.</span> : null}
      </div>
    ),
  },
  {
    id: 'from',
    heading: 'From',
    cell: ({ number, received_at: at }) => (
      <div className={styles.cell}>
        <a className={styles.whole} href={telephoneLink(number)}>
          {number}
        </a>
        <span className={classes(styles.detail, styles.whole)}>{formatMoment(at)}</span>
      </div>
    ),
  },
  {
    id: 'household',
    heading: 'Household',
    cell: (text) => <Households text={text} isDisabled={isDisabled} onOpen={onOpen} />,
  },
  ...(isDone
    ? [
        {
          id: 'done',
          heading: 'Done by',
          cell: ({ done }: ListedText) => done?.by ?? '',
        } satisfies DataColumn<ListedText>,
      ]
    : []),
  {
    id: 'act',
    heading: 'Action',
    isHeadingHidden: true,
    isAction: true,
    cell: ({ id, number, is_stop: isStop }) =>
      // Its mark is lifted at the rights desk.
      isStop ? null : (
        <Button
          aria-label={`${isDone ? 'Not done yet' : 'Done'}: text from ${number}`}
          isDisabled={isDisabled}
          isPending={pending === id}
          onPress={() => onNote(id)}
        >
          {isDone ? 'Not done yet' : 'Done'}
        </Button>
      ),
  },
]

function Households({ text, isDisabled, onOpen }: { text: ListedText } & Pick<ListActions, 'isDisabled' | 'onOpen'>) {
  if (text.household_count === 0) return 'No household has this number.'
  const more = text.household_count - text.households.length
  return (
    <div className={styles.cell}>
      {text.households.map((one) => (
        <HouseholdCell
          key={one.household_reference}
          household={one}
          isDisabled={isDisabled}
          onOpen={() => onOpen(one, text)}
        />
      ))}
      {more === 0 ? null : (
        <span
          className={styles.detail}
        >{`And ${formatCount(more, 'household')} more, which a search for the number finds.`}</span>
      )}
    </div>
  )
}
