import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import type { z } from 'zod'
import { findReplying, recordReply, type Replying } from '#contract/campaigns/replies'
import { REPLIES, REPLY_WORDS, type Reply } from '#contract/campaigns/replyWords'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { formatCount } from '../../../lib/counts'
import { formatDay } from '../../../lib/moments'
import { useReasonOffline } from '../../../state/connectivity'
import { ActionBar } from '../../../ui/action-bar/ActionBar'
import { Button } from '../../../ui/button/Button'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { Notice } from '../../../ui/notice/Notice'
import { Page, Section, Sections } from '../../../ui/page/Page'
import { RadioGroup } from '../../../ui/radio-group/RadioGroup'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './Replies.module.css'
import { WantsHelpSection, wantsHelpKey } from './WantsHelpSection'

/** /replies: records a household's reply, with one hand during a call. Kept only on screen. */
export function RepliesScreen() {
  const [written, setWritten] = useState('')
  const whyNot = useReasonOffline('Recording replies needs')
  const [done, setDone] = useState<string | null>(null)
  const find = useMutation({ mutationFn: (wanted: string) => call(findReplying, { body: { written: wanted } }) })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setDone(null)
    find.mutate(written)
  }
  const client = useQueryClient()
  const recorded = (words: string) => {
    void client.invalidateQueries({ queryKey: wantsHelpKey })
    setDone(words)
    setWritten('')
    find.reset()
  }
  const findAgain = (reference: string) => {
    setDone(null)
    setWritten(reference)
    find.mutate(reference)
  }
  const households = find.data?.households
  return (
    <Page
      title="Replies"
      subtitle="Calls, answers and letters that came back. Every search and every reply is recorded."
      actions={<ButtonLink to="/campaigns">Campaigns</ButtonLink>}
    >
      <Sections>
        <Section title="Who is it?">
          <form className={styles.form} aria-label="Find a household" onSubmit={submit} noValidate>
            <TextField
              label="Code on the letter, household reference or mobile number"
              value={written}
              onChange={setWritten}
              maxLength={60}
              autoComplete="off"
            />
            <Button
              type="submit"
              variant="primary"
              isPending={find.isPending}
              isDisabled={whyNot !== null || written.trim() === ''}
            >
              Find
            </Button>
          </form>
          {whyNot === null ? null : <p>{whyNot}</p>}
          {find.error === null ? null : <Notice kind="error">{explainError(find.error)}</Notice>}
          <div role="status">
            {done === null ? null : <Notice kind="success">{done}</Notice>}
            {households ? <p>{summary(households.length)}</p> : null}
          </div>
        </Section>
        {households?.map((household, index) => (
          <Household
            key={household.household_reference}
            household={household}
            isFirst={index === 0}
            whyNot={whyNot}
            onRecorded={recorded}
          />
        ))}
        <WantsHelpSection whyNot={whyNot} onFind={findAgain} />
      </Sections>
    </Page>
  )
}

const summary = (found: number) =>
  found === 0
    ? 'No household was found. Compare what you wrote with the letter, or ask for the reference.'
    : `${formatCount(found, 'household')} found.`

interface HouseholdProps {
  household: Replying
  isFirst: boolean
  whyNot: string | null
  onRecorded: (words: string) => void
}

function Household({ household, isFirst, whyNot, onRecorded }: HouseholdProps) {
  const { household_reference: reference, messages } = household
  const [reply, setReply] = useState<Reply | null>(null)
  const record = useMutation({
    mutationFn: (chosen: Reply) => call(recordReply, { body: { household_reference: reference, reply: chosen } }),
    onSuccess: (answer, chosen) => onRecorded(outcome(reference, chosen, answer)),
  })
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFirst) part.current?.focus()
  }, [isFirst])
  return (
    <div ref={part} tabIndex={-1} className={styles.household}>
      <Section title={`Household ${reference}`} detail={history(messages)}>
        <div className={styles.reply}>
          <RadioGroup
            label="What came back?"
            options={REPLIES.map((id) => ({ id, label: REPLY_WORDS[id] }))}
            value={reply}
            onChange={setReply}
          />
          {record.error === null ? null : <Notice kind="error">{explainError(record.error)}</Notice>}
          <ActionBar>
            <Button
              variant="primary"
              isPending={record.isPending}
              isDisabled={whyNot !== null || reply === null}
              onPress={() => {
                if (reply !== null) record.mutate(reply)
              }}
            >
              Record reply
            </Button>
          </ActionBar>
        </div>
      </Section>
    </div>
  )
}

const history = (messages: Replying['messages']) =>
  messages === null
    ? undefined
    : messages.length === 0
      ? 'It had no message yet.'
      : messages.map(({ channel, sent_at: at }) => `${CHANNEL_WORDS[channel]}, ${formatDay(at)}`).join(' · ')

function outcome(
  reference: string,
  reply: Reply,
  { left_out: leftOut, is_kept: isKept }: z.output<typeof recordReply.reply>,
): string {
  const recorded = `Recorded for ${reference}: ${REPLY_WORDS[reply]}.`
  if (reply === 'wants_help' && isKept !== true) {
    const why = isKept === null ? 'Where it had no message it is' : 'It had no message, so it is'
    return `${recorded} ${why} not on the list of those who want help: write its reference down.`
  }
  if (leftOut === null) return recorded
  const gone = leftOut === 0 ? '' : ` ${formatCount(leftOut, 'message')} of campaigns under way will not go.`
  const who = reply === 'wrong_number' ? 'No text goes to this number' : 'It is not written to'
  return `${recorded} ${who} from now on.${gone}`
}
