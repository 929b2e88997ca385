import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { getWantsHelp, noteHelped, type WantsHelp as Household } from '#contract/campaigns/replies'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { formatCount, figure } from '../../../lib/counts'
import { formatDay } from '../../../lib/moments'
import { Button } from '../../../ui/button/Button'
import { DataTable } from '../../../ui/data-table/DataTable'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { ToggleGroup } from '../../../ui/toggle-group/ToggleGroup'
import styles from './Replies.module.css'
import type { DataColumn } from '../../../ui/data-table/rows'

/** The key of every view of the list. */
export const wantsHelpKey = [getWantsHelp.name]

const VIEWS = [
  { id: 'no', label: 'Not done' },
  { id: 'yes', label: 'Done' },
] as const
type View = (typeof VIEWS)[number]['id']

interface WantsHelpProps {
  whyNot: string | null
  onFind: (reference: string) => void
}

/** Who wants help to claim, longest waiting first. Never kept on a device. */
export function WantsHelpSection({ whyNot, onFind }: WantsHelpProps) {
  const [view, setView] = useState<View>('no')
  const client = useQueryClient()
  const query = useQuery({ ...queryOptions(getWantsHelp, { query: { is_helped: view } }), staleTime: 0, gcTime: 0 })
  const note = useMutation({
    mutationFn: (reference: string) =>
      call(noteHelped, { body: { household_reference: reference, is_helped: view === 'no' } }),
    onSettled: () => client.invalidateQueries({ queryKey: wantsHelpKey }),
  })
  const isHelped = view === 'yes'
  const columns: DataColumn<Household>[] = [
    {
      id: 'household',
      heading: 'Household',
      cell: ({ household_reference: reference }) => (
        <Button variant="quiet" isDisabled={whyNot !== null} onPress={() => onFind(reference)}>
          {reference}
        </Button>
      ),
    },
    { id: 'asked', heading: 'Asked', cell: ({ asked_at: at }) => formatDay(at) },
    {
      id: 'message',
      heading: 'Message',
      cell: ({ channel, sent_at: at }) => `${CHANNEL_WORDS[channel]}, ${formatDay(at)}`,
    },
    ...(isHelped
      ? [{ id: 'done', heading: 'Done', cell: ({ helped_at: at }: Household) => (at === null ? '' : formatDay(at)) }]
      : []),
    {
      id: 'act',
      heading: 'Action',
      isHeadingHidden: true,
      isAction: true,
      cell: ({ household_reference: reference }) => (
        <Button
          aria-label={`${isHelped ? 'Not done yet' : 'Done'}: ${reference}`}
          isDisabled={whyNot !== null}
          isPending={note.isPending && note.variables === reference}
          onPress={() => note.mutate(reference)}
        >
          {isHelped ? 'Not done yet' : 'Done'}
        </Button>
      ),
    },
  ]
  return (
    <Section
      title="Who wants help"
      detail="Households whose last reply was that they want help to claim."
      actions={<ToggleGroup label="Which to show" options={VIEWS} value={view} onChange={setView} />}
    >
      {note.error === null ? null : <Notice kind="error">{explainError(note.error)}</Notice>}
      <QueryState query={query} what="This list" title="The list could not be shown">
        {({ total, households }) =>
          households.length === 0 ? (
            <p>{isHelped ? 'Nobody had help yet.' : 'Nobody waits for help.'}</p>
          ) : (
            <div className={styles.list}>
              <p role="status">
                {`${formatCount(total, 'household')} ${isHelped ? 'had help' : total === 1 ? 'waits' : 'wait'}.`}
                {total > households.length ? ` The first ${figure(households.length)} are shown.` : ''}
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
