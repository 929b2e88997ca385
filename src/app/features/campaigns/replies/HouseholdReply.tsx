import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { z } from 'zod'
import { changeHelp, recordReply, type HelpRequest, type Replying } from '#contract/campaigns/replies'
import type { ListedText } from '#contract/campaigns/receivedTexts'
import { REPLIES, REPLY_WORDS, type Reply } from '#contract/campaigns/replyWords'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { formatCount } from '../../../lib/counts'
import { formatDay, formatMoment } from '../../../lib/moments'
import { useSession } from '../../../state/session'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { RadioGroup } from '../../../ui/radio-group/RadioGroup'
import { inWords, readName } from './FoundHouseholds'
import { HelpFields, type HelpDetails } from './HelpFields'
import styles from './Replies.module.css'

interface HouseholdReplyProps {
  household: Replying
  text: ListedText | undefined
  whyNot: string | null
  onDone: (words: string) => void
  onClose: () => void
}

/** The household that was found: what it was sent, the help that it wants, and what came back now. */
export function HouseholdReply({ household, text, whyNot, onDone, onClose }: HouseholdReplyProps) {
  const { address, messages, help, household_reference: reference } = household
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const wanted = help?.helped_at === null ? help : null
  return (
    <>
      <Section
        title={readName(household)}
        headingRef={heading}
        detail={[address, reference].filter((words) => words !== '').join(' · ')}
        actions={<Button onPress={onClose}>Somebody else</Button>}
      >
        {text === undefined ? null : (
          <p className={styles.message}>
            <span className={styles.detail}>{`Text of ${formatMoment(text.received_at)}: `}</span>
            {text.message}
          </p>
        )}
        {messages === null ? null : messages.length === 0 ? (
          <p>It had no message yet.</p>
        ) : (
          <ul className={styles.messages} aria-label="Messages">
            {messages.map((message) => (
              <li key={message.sent_at + message.campaign}>{inWords(message)}</li>
            ))}
          </ul>
        )}
      </Section>
      {wanted ? <HelpSection household={household} help={wanted} whyNot={whyNot} onDone={onDone} /> : null}
      <ReplySection household={household} text={text} whyNot={whyNot} onDone={onDone} />
    </>
  )
}

interface PartProps {
  household: Replying
  whyNot: string | null
  onDone: (words: string) => void
}

function ReplySection({ household, text, whyNot, onDone }: PartProps & { text: ListedText | undefined }) {
  const { household_reference: reference } = household
  const [reply, setReply] = useState<Reply | null>(null)
  const [details, setDetails] = useState<HelpDetails>({ note: '', call_back_on: '', is_mine: false })
  const record = useMutation({
    mutationFn: (chosen: Reply) =>
      call(recordReply, {
        body: {
          household_reference: reference,
          reply: chosen,
          ...(chosen === 'wants_help' ? { help: asSent(details) } : {}),
          ...(text ? { received_text: text.id } : {}),
        },
      }),
    onSuccess: (answer, chosen) => onDone(outcome(readName(household), chosen, answer)),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (reply !== null && whyNot === null && !record.isPending) record.mutate(reply)
  }
  return (
    <Section title="What came back?">
      <form className={styles.form} aria-label="Record a reply" onSubmit={submit} noValidate>
        <RadioGroup
          label="They say"
          options={REPLIES.map((id) => ({ id, label: REPLY_WORDS[id] }))}
          value={reply}
          onChange={setReply}
        />
        {reply === 'wants_help' ? <HelpFields details={details} onChange={setDetails} /> : null}
        {record.error === null ? null : <Notice kind="error">{explainError(record.error)}</Notice>}
        <Button
          type="submit"
          variant="primary"
          size="large"
          isPending={record.isPending}
          isDisabled={whyNot !== null || reply === null}
        >
          Record reply
        </Button>
      </form>
    </Section>
  )
}

function HelpSection({ household, help, whyNot, onDone }: PartProps & { help: HelpRequest }) {
  const { household_reference: reference } = household
  const { email } = useSession()
  const name = readName(household)
  const was: HelpDetails = { note: help.note, call_back_on: help.call_back_on ?? '', is_mine: help.owner === email }
  const [details, setDetails] = useState(was)
  const change = useMutation({
    mutationFn: ({ isHelped }: { isHelped: boolean }) =>
      call(changeHelp, {
        body: {
          household_reference: reference,
          ...findChanges(was, details),
          ...(isHelped ? { is_helped: true } : {}),
        },
      }),
    onSuccess: (_, { isHelped }) => onDone(isHelped ? `${name} was helped.` : `Saved for ${name}.`),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (whyNot === null && !change.isPending) change.mutate({ isHelped: false })
  }
  const owner =
    help.owner === null ? 'Nobody looks after it yet.' : help.owner === email ? '' : `${help.owner} looks after it.`
  return (
    <Section title="Wants help to claim" detail={`Asked on ${formatDay(help.asked_at)}. ${owner}`.trim()}>
      <form className={styles.form} aria-label="Help to claim" onSubmit={submit} noValidate>
        <HelpFields details={details} onChange={setDetails} />
        {change.error === null ? null : <Notice kind="error">{explainError(change.error)}</Notice>}
        <div className={styles.actions}>
          <Button type="submit" size="large" isPending={change.isPending} isDisabled={whyNot !== null}>
            Save
          </Button>
          <Button
            variant="primary"
            size="large"
            isDisabled={whyNot !== null || change.isPending}
            onPress={() => change.mutate({ isHelped: true })}
          >
            Done: was helped
          </Button>
        </div>
      </form>
    </Section>
  )
}

const asSent = ({ note, call_back_on: day, is_mine }: HelpDetails) => ({
  note,
  call_back_on: day === '' ? null : day,
  is_mine,
})

/** A colleague may have changed the rest. */
function findChanges(was: HelpDetails, now: HelpDetails): Partial<ReturnType<typeof asSent>> {
  const { note, call_back_on, is_mine } = asSent(now)
  return {
    ...(was.note === now.note ? {} : { note }),
    ...(was.call_back_on === now.call_back_on ? {} : { call_back_on }),
    ...(was.is_mine === now.is_mine ? {} : { is_mine }),
  }
}

function outcome(name: string, reply: Reply, { left_out: leftOut }: z.output<typeof recordReply.reply>): string {
  const recorded = `Recorded for ${name}: ${REPLY_WORDS[reply]}.`
  if (reply === 'wants_help') return `${recorded} It is on the list of who wants help.`
  if (leftOut === null) return recorded
  const gone = leftOut === 0 ? '' : ` ${formatCount(leftOut, 'message')} of campaigns under way will not go.`
  const who = reply === 'wrong_number' ? 'No text goes to this number' : 'It is not written to'
  return `${recorded} ${who} from now on.${gone}`
}
