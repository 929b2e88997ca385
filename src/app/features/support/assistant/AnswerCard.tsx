import { Check, Copy, FileText, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { NOTE_PATH, sendAssistantFeedback, type ReplySource } from '#contract/assistant/assistant'
import { call } from '../../../api/call'
import { useReasonOffline } from '../../../state/connectivity'
import { IconButton } from '../../../ui/button/IconButton'
import { Spinner } from '../../../ui/spinner/Spinner'
import { SafeMarkdown } from './SafeMarkdown'
import type { AssistantAnswer } from './useAssistant'
import styles from './AnswerCard.module.css'

/** One streamed reply with its sources and actions. */
export function AnswerCard({ answer: { text, sources, state } }: { answer: AssistantAnswer }) {
  return (
    <div className={styles.reply} aria-busy={state === 'coming'}>
      {text === '' ? null : <SafeMarkdown text={text} links={sources.map(({ url }) => url)} />}
      {state === 'coming' ? <Spinner size="small" label="Looking in the policy notes" /> : null}
      {state === 'stopped' ? <p className={styles.stopped}>Stopped.</p> : null}
      {sources.length === 0 ? null : <Sources sources={sources} />}
      {state === 'whole' ? <Actions text={text} sources={sources} /> : null}
    </div>
  )
}

function Sources({ sources }: { sources: readonly ReplySource[] }) {
  return (
    <div className={styles.sources}>
      <h3>Sources</h3>
      <ul>
        {sources.map(({ title, section, url }) => (
          <li key={url}>
            <FileText aria-hidden />
            <Link to={url} target="_blank">
              {title}: {section}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Actions({ text, sources }: { text: string; sources: readonly ReplySource[] }) {
  const [isCopied, setIsCopied] = useState(false)
  const whyNot = useReasonOffline('Saying whether this was useful needs')
  const [said, setSaid] = useState<'nothing' | 'useful' | 'failed'>('nothing')

  const question = said === 'failed' ? 'That could not be sent. Was this useful?' : 'Was this useful?'

  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  const say = async (useful: boolean) => {
    setSaid('useful')
    // Between the path and the section.
    const notes = sources.map(({ url }) => url.slice(NOTE_PATH.length + 1).split('#')[0] ?? '')
    await call(sendAssistantFeedback, { body: { useful, notes: [...new Set(notes)] } }).catch(() => setSaid('failed'))
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
            onPress={() => void say(true)}
          />
          <IconButton
            size="small"
            label="No, this was not useful"
            icon={<ThumbsDown />}
            isDisabled={whyNot !== null}
            onPress={() => void say(false)}
          />
        </span>
      )}
    </div>
  )
}
