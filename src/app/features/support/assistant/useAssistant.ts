import { useEffect, useRef, useState } from 'react'
import {
  askAssistant,
  asQuestion,
  CHAT_FAILURE,
  PERSONAL_DETAILS_MESSAGE,
  assistantEventSchema,
  type ChatMessage,
  type ReplySource,
} from '#contract/assistant/assistant'
import { holdsPersonalDetails, withoutHidden } from '#contract/assistant/personalDetails'
import { callEvents } from '../../../api/events'
import { Refused } from '../../../api/errors'

/* In this screen's memory only: never stored or queued (docs/product.md#policy-assistant). */

interface AssistantQuestion {
  readonly id: number
  readonly role: 'user'
  readonly text: string
}

export interface AssistantAnswer {
  readonly id: number
  readonly role: 'assistant'
  /** Markdown. */
  readonly text: string
  readonly sources: readonly ReplySource[]
  readonly state: 'coming' | 'whole' | 'stopped'
}

export type AssistantMessage = AssistantQuestion | AssistantAnswer

/** Milliseconds. */
const ERROR_TIME = 5_000

const SENT_BEFORE = 10

export interface AssistantState {
  readonly messages: readonly AssistantMessage[]
  readonly input: string
  readonly isAsking: boolean
  readonly error: string | null
  readonly setInput: (text: string) => void
  readonly ask: () => void
  readonly stop: () => void
}

/** The policy chat of one screen. */
export function useAssistant(): AssistantState {
  const [messages, setMessages] = useState<readonly AssistantMessage[]>([])
  const [input, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const asking = useRef<AbortController | null>(null)
  const errorTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastId = useRef(0)

  useEffect(
    () => () => {
      asking.current?.abort()
      clearTimeout(errorTimer.current)
    },
    [],
  )

  const showError = (text: string) => {
    clearTimeout(errorTimer.current)
    setError(text)
    errorTimer.current = setTimeout(() => setError(null), ERROR_TIME)
  }

  const change = (id: number, changed: (answer: AssistantAnswer) => AssistantAnswer) =>
    setMessages((all) =>
      all.map((message) => (message.id === id && message.role === 'assistant' ? changed(message) : message)),
    )

  const ask = async () => {
    const typed = withoutHidden(input).trim()
    if (typed === '' || asking.current) return
    if (holdsPersonalDetails(typed)) {
      showError(PERSONAL_DETAILS_MESSAGE)
      return
    }
    setError(null)
    const question: AssistantQuestion = { id: ++lastId.current, role: 'user', text: typed }
    const answer: AssistantAnswer = { id: ++lastId.current, role: 'assistant', text: '', sources: [], state: 'coming' }
    const controller = new AbortController()
    asking.current = controller
    setIsAsking(true)
    setMessages((all) => [...all, question, answer])
    setTyped('')
    try {
      await receive(wireMessages([...messages, question]), controller.signal, (part) =>
        change(answer.id, (now) => ({ ...now, ...part(now) })),
      )
    } catch (cause) {
      if (controller.signal.aborted) {
        change(answer.id, (now) => ({ ...now, state: 'stopped' }))
        return
      }
      // The question returns to the field unless something new is there.
      setMessages((all) => all.filter(({ id }) => id !== question.id && id !== answer.id))
      setTyped((now) => (now === '' ? typed : now))
      showError(cause instanceof Refused && cause.message === PERSONAL_DETAILS_MESSAGE ? cause.message : CHAT_FAILURE)
    } finally {
      asking.current = null
      setIsAsking(false)
    }
  }

  return {
    messages,
    input,
    isAsking,
    error,
    setInput: (text) => {
      if (error === PERSONAL_DETAILS_MESSAGE) setError(null)
      setTyped(text)
    },
    ask: () => void ask(),
    stop: () => asking.current?.abort(),
  }
}

async function receive(
  content: ChatMessage[],
  signal: AbortSignal,
  onPart: (part: (now: AssistantAnswer) => Partial<AssistantAnswer>) => void,
): Promise<void> {
  const outcome: { isWhole: boolean; failure?: string } = { isWhole: false }
  await callEvents(askAssistant, assistantEventSchema, { body: { content }, signal }, (event) => {
    if (event.type === 'text') onPart((now) => ({ text: now.text + event.text }))
    else if (event.type === 'fault') outcome.failure = event.fault.detail
    else {
      const [first] = event.reply.content
      outcome.isWhole = true
      onPart(() => ({ text: first?.text ?? '', sources: first?.sources ?? [], state: 'whole' }))
    }
  })
  if (outcome.failure !== undefined || !outcome.isWhole) throw new Error(outcome.failure ?? CHAT_FAILURE)
}

function wireMessages(messages: readonly AssistantMessage[]): ChatMessage[] {
  return messages
    .filter(({ text }) => text !== '')
    .slice(-SENT_BEFORE)
    .map(({ role, text }) => ({ role, content: [{ text: role === 'user' ? asQuestion(text) : text }] }))
}
