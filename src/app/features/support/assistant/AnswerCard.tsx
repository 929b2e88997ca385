import { Check, Copy, ThumbsDown, ThumbsUp } from 'lucide-react'
import { memo, useState } from 'react'
import { MODEL_HEADING, sendAssistantFeedback, type ReplySource } from '#contract/assistant/assistant'
import { call } from '../../../api/call'
import { longDate } from '../../../lib/moments'
import { useReasonOffline } from '../../../state/connectivity'
import { IconButton } from '../../../ui/button/IconButton'
import { Spinner } from '../../../ui/spinner/Spinner'
import { FoldedPassages, MatchedWords, namePassage, Origin, parseAddress } from './Passages'
import { SafeMarkdown } from './SafeMarkdown'
import type { AssistantAnswer } from './useAssistant'
import { useMarkedWords } from './useMarkedWords'
import styles from './AnswerCard.module.css'

/** One streamed reply with its passages and actions. Typing the next question does not render it again. */
export const AnswerCard = memo(function AnswerCard({ answer }: { answer: AssistantAnswer }) {
  const { text, sources, state } = answer
  const [first, ...others] = sources
  const quoted = isByModel(answer) ? undefined : first
  const folded = isByModel(answer) ? sources : others
  return (
    <div className={styles.reply} aria-busy={state === 'coming'}>
      {quoted === undefined ? (
        <SafeMarkdown text={text} links={sources.map(({ url }) => url)} />
      ) : (
        <Quotation text={text} source={quoted} />
      )}
      {state === 'coming' ? <Spinner size="small" label="Searching the policy notes" /> : null}
      {state === 'stopped' ? <p className={styles.stopped}>Stopped.</p> : null}
      {folded.length === 0 ? null : <FoldedPassages sources={folded} firstNation={first?.nation} />}
      {state === 'whole' ? <Actions answer={answer} /> : null}
    </div>
  )
})

const isByModel = ({ text }: AssistantAnswer): boolean => text.startsWith(`## ${MODEL_HEADING}`)

/** The text's last paragraph in italics: where its passage comes from. */
const LAST_LINE = /\n\n\*[^*\n]+\*$/

/** A passage below what is said of it. The text has its name between the two. */
function Quotation({ text, source }: { text: string; source: ReplySource }) {
  const passage = useMarkedWords(source.matched_words)
  const name = `**${namePassage(source)}**`
  const at = text.includes(name) ? text.indexOf(name) : text.length
  return (
    <>
      <SafeMarkdown text={text.slice(0, at)} />
      <Origin source={source} />
      <div ref={passage}>
        <SafeMarkdown text={text.slice(at + name.length).replace(LAST_LINE, '')} links={[source.url]} />
      </div>
      <MatchedWords source={source} />
    </>
  )
}

/** The text, and the passages that a model wrote it from; a quotation says itself where it is from. */
function writeCopy(answer: AssistantAnswer): string {
  const origins = (isByModel(answer) ? answer.sources : []).map(
    (source) => `${namePassage(source)} (${source.nation}, ${longDate(source.date)})`,
  )
  return [answer.text, ...origins].join('\n\n')
}

function Actions({ answer }: { answer: AssistantAnswer }) {
  const [isCopied, setIsCopied] = useState(false)
  const whyNot = useReasonOffline('Saying whether this was useful needs')
  const [said, setSaid] = useState<'nothing' | 'useful' | 'failed'>('nothing')

  const question = said === 'failed' ? 'That could not be sent. Was this useful?' : 'Was this useful?'

  const copy = async () => {
    await navigator.clipboard.writeText(writeCopy(answer))
    setIsCopied(true)
  }
  const sendFeedback = async (useful: boolean) => {
    setSaid('useful')
    const notes = [...new Set(answer.sources.map((source) => parseAddress(source).note))]
    await call(sendAssistantFeedback, { body: { useful, notes } }).catch(() => setSaid('failed'))
  }

  return (
    <div className={styles.actions}>
      <IconButton
        size="small"
        label={isCopied ? 'Copied' : 'Copy the reply'}
        icon={isCopied ? <Check /> : <Copy />}
        onPress={() => void copy().catch(() => setIsCopied(false))}
      />
      {said === 'useful' ? (
        <span role="status">Thank you.</span>
      ) : (
        <span className={styles.useful}>
          {whyNot ?? question}
          <IconButton
            size="small"
            label="Yes, this was useful"
            icon={<ThumbsUp />}
            isDisabled={whyNot !== null}
            onPress={() => void sendFeedback(true)}
          />
          <IconButton
            size="small"
            label="No, this was not useful"
            icon={<ThumbsDown />}
            isDisabled={whyNot !== null}
            onPress={() => void sendFeedback(false)}
          />
        </span>
      )}
    </div>
  )
}
