import { SendHorizontal, Square } from 'lucide-react'
import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { QUESTION_LIMIT, QUESTION_LIMIT_MESSAGE } from '#contract/assistant/assistant'
import { PREDEFINED_QUESTIONS } from '#contract/assistant/predefinedQuestions'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { holdAtMost } from '../../../ui/text-field/LimitedTextField'
import type { AssistantState } from './useAssistant'
import styles from './AssistantScreen.module.css'
import { useMediaQuery, WIDE_ENOUGH_FOR_PANEL } from '../../../state/useMediaQuery'
import { Disclosure } from '../../../ui/disclosure/Disclosure'

const PLACEHOLDER = 'Type your question here...'

/** The question field, and the button to send or stop. */
export function QuestionForm({ chat, field }: { chat: AssistantState; field: RefObject<HTMLTextAreaElement | null> }) {
  const whyNot = useReasonOffline('Questions need')
  const form = useRef<HTMLFormElement>(null)
  const length = [...chat.input].length
  const isAtLimit = length >= QUESTION_LIMIT
  const isEmpty = chat.input.trim() === ''

  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!isEmpty && !chat.isAsking && whyNot === null) form.current?.requestSubmit()
  }

  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        chat.ask()
      }}
    >
      {chat.error === null ? null : (
        <p className={styles.error} role="alert">
          {chat.error}
        </p>
      )}
      <div className={styles.row}>
        <textarea
          ref={field}
          className={styles.field}
          aria-label="Your question"
          aria-describedby="question-limit"
          placeholder={PLACEHOLDER}
          rows={2}
          value={chat.input}
          // `maxLength` counts an emoji as two.
          onChange={({ target }) => chat.setInput(holdAtMost(chat.input, target.value, QUESTION_LIMIT))}
          onKeyDown={sendOnEnter}
        />
        {chat.isAsking ? (
          <Button variant="secondary" icon={<Square aria-hidden />} onPress={chat.stop}>
            Stop
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            icon={<SendHorizontal aria-hidden />}
            isDisabled={isEmpty || whyNot !== null}
          >
            Send
          </Button>
        )}
      </div>
      <p id="question-limit" className={styles.hint}>
        {whyNot ?? `${length} of ${QUESTION_LIMIT} characters`}
      </p>
      {/* Empty at first: a live region inserted with its text is not announced. */}
      <p role="status" className={styles.limit}>
        {isAtLimit ? QUESTION_LIMIT_MESSAGE : ''}
      </p>
    </form>
  )
}

/** Suggested questions that fill the field; collapsed in a narrow window. */
export function PredefinedQuestions({ onPick }: { onPick: (question: string) => void }) {
  const isBeside = useMediaQuery(WIDE_ENOUGH_FOR_PANEL)
  return (
    <aside className={styles.predefined} aria-label="Predefined Questions">
      <Disclosure title="Predefined Questions" level={2} key={String(isBeside)} defaultExpanded={isBeside}>
        {PREDEFINED_QUESTIONS.map(({ group, questions }) => (
          <section key={group} className={styles.group}>
            <h3>{group}</h3>
            <ul>
              {questions.map((question) => (
                <li key={question}>
                  <button type="button" className={styles.question} onClick={() => onPick(question)}>
                    {question}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Disclosure>
    </aside>
  )
}
