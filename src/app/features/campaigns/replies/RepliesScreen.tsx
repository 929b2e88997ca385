import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { FEWEST_CHARACTERS, findReplying, type Replying } from '#contract/campaigns/replies'
import type { ListedText } from '#contract/campaigns/receivedTexts'
import { explainError } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { formatCount } from '../../../lib/counts'
import { useDebounced } from '../../../lib/useDebounced'
import { useReasonOffline } from '../../../state/connectivity'
import { useCampaignTabs } from '../../../state/placeTabs'
import { LinkTabs } from '../../../ui/link-tabs/LinkTabs'
import { Notice } from '../../../ui/notice/Notice'
import { Page, Section, Sections } from '../../../ui/page/Page'
import { TextField } from '../../../ui/text-field/TextField'
import { FoundHouseholds } from './FoundHouseholds'
import { HouseholdReply } from './HouseholdReply'
import { ReceivedTextsSection, receivedTextsKey } from './ReceivedTextsSection'
import styles from './Replies.module.css'
import { WantsHelpSection, wantsHelpKey } from './WantsHelpSection'

const TYPING_MS = 300

/** /replies: finds who calls and records what they say, one-handed. Kept only on screen. */
export function RepliesScreen() {
  const [written, setWritten] = useState('')
  const [opened, setOpened] = useState<{ household: Replying; text?: ListedText } | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const whyNot = useReasonOffline('Recording replies needs')
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const open = (household: Replying, text?: ListedText) => {
    setDone(null)
    setOpened({ household, ...(text && { text }) })
  }
  const finish = (words: string) => {
    void client.invalidateQueries({ queryKey: wantsHelpKey })
    void client.invalidateQueries({ queryKey: receivedTextsKey })
    setDone(words)
    setWritten('')
    setOpened(null)
    field.current?.focus()
  }
  return (
    <Page
      title="Replies"
      subtitle="Calls, texts, answers and letters that came back. Every search and change is recorded."
      tabs={<LinkTabs label="Campaigns" tabs={useCampaignTabs()} />}
    >
      <Sections>
        <Section title="Who is it?">
          <Search
            fieldRef={field}
            written={written}
            onWritten={(words) => {
              setWritten(words)
              setOpened(null)
            }}
            whyNot={whyNot}
            isOpened={opened !== null}
            onOpen={open}
          />
          <div role="status">{done === null ? null : <Notice kind="success">{done}</Notice>}</div>
        </Section>
        {opened ? (
          <HouseholdReply
            key={`${opened.household.household_reference} ${opened.text?.id ?? ''}`}
            household={opened.household}
            text={opened.text}
            whyNot={whyNot}
            onDone={finish}
            onClose={() => {
              setOpened(null)
              field.current?.focus()
            }}
          />
        ) : null}
        <ReceivedTextsSection whyNot={whyNot} onOpen={open} />
        <WantsHelpSection whyNot={whyNot} onOpen={open} />
      </Sections>
    </Page>
  )
}

interface SearchProps {
  fieldRef: React.RefObject<HTMLInputElement | null>
  written: string
  onWritten: (words: string) => void
  whyNot: string | null
  isOpened: boolean
  onOpen: (household: Replying) => void
}

function Search({ fieldRef, written, onWritten, whyNot, isOpened, onOpen }: SearchProps) {
  const words = written.trim()
  const wanted = useDebounced(words, TYPING_MS)
  const isLongEnough = wanted.length >= FEWEST_CHARACTERS && words.length >= FEWEST_CHARACTERS
  const query = useQuery({
    ...queryOptions(findReplying, { body: { written: wanted } }),
    enabled: isLongEnough && whyNot === null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  const found = isLongEnough && query.error === null ? query.data : undefined
  const isCurrent = wanted === words && !query.isPlaceholderData
  const list = useRef<HTMLUListElement>(null)
  const goToList = () => list.current?.querySelector('button')?.focus()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const [only, ...others] = found?.households ?? []
    if (!isCurrent || !only || isOpened) return
    if (others.length === 0) onOpen(only)
    else goToList()
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    goToList()
  }
  return (
    <form className={styles.form} role="search" aria-label="Find a household" onSubmit={submit} noValidate>
      <TextField
        label="Code on the letter, name, street, postcode, reference or mobile number"
        value={written}
        onChange={onWritten}
        maxLength={200}
        type="search"
        inputRef={fieldRef}
        input={{ onKeyDown: keyDown }}
      />
      {whyNot === null ? null : <p>{whyNot}</p>}
      {query.error === null || !isLongEnough ? null : <Notice kind="error">{explainError(query.error)}</Notice>}
      <p role="status" className={styles.found}>
        {isOpened || !found
          ? words !== '' && words.length < FEWEST_CHARACTERS
            ? 'Write two characters at least.'
            : ''
          : summary(found.households.length, found.has_more)}
      </p>
      {isOpened || !found ? null : (
        <FoundHouseholds
          ref={list}
          households={found.households}
          onOpen={onOpen}
          onLeave={() => fieldRef.current?.focus()}
        />
      )}
    </form>
  )
}

const summary = (found: number, hasMore: boolean) =>
  found === 0
    ? 'No household was found. Write less of the name, or try the postcode or the number.'
    : hasMore
      ? `The first ${formatCount(found, 'household')}: write more to narrow them.`
      : `${formatCount(found, 'household')} found.`
