import { useEffect, useRef } from 'react'
import { Page } from '../../../ui/page/Page'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { PredefinedQuestions, QuestionForm } from './QuestionForm'
import { AnswerCard } from './AnswerCard'
import { useAssistant, type AssistantMessage } from './useAssistant'
import styles from './AssistantScreen.module.css'

/** Shown only; not sent with the questions. */
const GREETING = "Hello, I'm your assistant. I'm here to help you understand UK benefit policy. Let's get started!"

/** Pixels above the newest question. */
const SPACE_ABOVE = 12

const HOW_IT_WORKS =
  'I search Doorstep’s policy notes for what you type and show the passages that come nearest. Whether they fit is for you to judge.'

/** /support/policy: a search of the policy notes. */
export function AssistantScreen() {
  const chat = useAssistant()
  const field = useRef<HTMLTextAreaElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const { messages } = chat

  // Scroll the newest question to the top: its reply is read from the beginning.
  useEffect(() => {
    const newest = log.current?.querySelector<HTMLElement>('[data-newest]')
    if (log.current && newest) log.current.scrollTop = newest.offsetTop - SPACE_ABOVE
  }, [messages])

  const pick = (question: string) => {
    chat.setInput(question)
    field.current?.focus()
  }

  return (
    <Page title="Policy and Support AI" subtitle="Let's see if we can find you the right information">
      <div className={styles.layout}>
        <PredefinedQuestions onPick={pick} />
        <section className={styles.chat} aria-labelledby="conversation">
          <h2 id="conversation">
            <VisuallyHidden>Conversation</VisuallyHidden>
          </h2>
          <div ref={log} className={styles.messages} role="log" tabIndex={0} aria-label="Messages">
            <div className={styles.assistant}>
              <p>{GREETING}</p>
              <p>{HOW_IT_WORKS}</p>
            </div>
            {messages.map((message, index) => (
              <Bubble key={message.id} message={message} isNewest={index === messages.length - 2} />
            ))}
          </div>
          <QuestionForm chat={chat} field={field} />
        </section>
      </div>
    </Page>
  )
}

function Bubble({ message, isNewest }: { message: AssistantMessage; isNewest: boolean }) {
  if (message.role === 'assistant') {
    return (
      <div className={styles.assistant}>
        <VisuallyHidden>Assistant:</VisuallyHidden>
        <AnswerCard answer={message} />
      </div>
    )
  }
  return (
    <div className={styles.user} {...(isNewest ? { 'data-newest': '' } : {})}>
      <VisuallyHidden>You:</VisuallyHidden>
      <p>{message.text}</p>
    </div>
  )
}
