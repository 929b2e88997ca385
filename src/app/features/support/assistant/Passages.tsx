import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { getAssistantNote, GOVERNMENT_PAGES, NOTE_PATH, type ReplySource } from '#contract/assistant/assistant'
import { queryOptions } from '../../../api/queryOptions'
import { longDate } from '../../../lib/moments'
import { Badge } from '../../../ui/badge/Badge'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { QueryState } from '../../../ui/query-state/QueryState'
import { SafeMarkdown } from './SafeMarkdown'
import { useMarkedWords } from './useMarkedWords'
import styles from './Passages.module.css'

/** What a passage is called. */
export const namePassage = ({ title, section }: ReplySource): string => `${title}: ${section}`

/** The note and the section that a source is. */
export function parseAddress({ url }: ReplySource): { note: string; section: string } {
  const [note = '', section = ''] = url.slice(NOTE_PATH.length + 1).split('#')
  return { note, section }
}

/** Where the passage that a reply shows whole comes from. */
export function Origin({ source }: { source: ReplySource }) {
  return (
    <div className={styles.origin}>
      <h4>
        <NoteLink source={source} words={namePassage(source)} />
      </h4>
      <Facts source={source} />
    </div>
  )
}

/** Passages by name and first sentence; each opens. @param firstNation of the reply's first passage */
export function FoldedPassages({
  sources,
  firstNation,
}: {
  sources: readonly ReplySource[]
  firstNation: string | undefined
}) {
  return (
    <ul className={styles.passages} aria-label="Passages">
      {sources.map((source) => (
        <li key={source.url}>
          <FoldedPassage source={source} firstNation={firstNation} />
        </li>
      ))}
    </ul>
  )
}

function FoldedPassage({ source, firstNation }: { source: ReplySource; firstNation: string | undefined }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const facts = <Facts source={source} firstNation={firstNation} />
  return (
    <>
      <Disclosure title={namePassage(source)} level={4} isExpanded={isExpanded} onExpandedChange={setIsExpanded}>
        {isExpanded ? (
          <div className={styles.open}>
            {facts}
            <Whole source={source} />
            <MatchedWords source={source} />
            <NoteLink source={source} words="Open the note" />
          </div>
        ) : null}
      </Disclosure>
      {isExpanded ? null : (
        <div className={styles.folded}>
          {facts}
          <Excerpt source={source} />
          <MatchedWords source={source} />
        </div>
      )}
    </>
  )
}

function Excerpt({ source: { excerpt, matched_words } }: { source: ReplySource }) {
  return <div ref={useMarkedWords(matched_words)}>{excerpt}</div>
}

function Whole({ source }: { source: ReplySource }) {
  const { note, section } = parseAddress(source)
  const query = useQuery(queryOptions(getAssistantNote, { query: { note } }))
  return (
    <div ref={useMarkedWords(source.matched_words)}>
      <QueryState query={query} what="The passage">
        {({ sections }) => <SafeMarkdown text={sections.find(({ id }) => id === section)?.text ?? source.excerpt} />}
      </QueryState>
    </div>
  )
}

function NoteLink({ source, words }: { source: ReplySource; words: string }) {
  return (
    <span className={styles.link}>
      <FileText aria-hidden />
      <Link to={source.url} target="_blank">
        {words}
      </Link>
    </span>
  )
}

/** Nation, which is marked where it has nothing in common with the given one, and date. */
function Facts({
  source: { nation, date },
  firstNation = nation,
}: {
  source: ReplySource
  firstNation?: string | undefined
}) {
  return (
    <p className={styles.facts}>
      {isShared(nation, firstNation) ? <span>{nation}</span> : <Badge tone="yellow">{nation}</Badge>}
      {' · '}
      <span>Updated {longDate(date)}</span>
    </p>
  )
}

const nationsIn = (words: string): string[] => {
  const nations = Object.keys(GOVERNMENT_PAGES)
  return words === 'United Kingdom' ? nations : nations.filter((nation) => words.includes(nation))
}

const isShared = (one: string, other: string): boolean =>
  nationsIn(one).some((nation) => nationsIn(other).includes(nation))

/** Said once, since screen readers do not hear the marks. */
export function MatchedWords({ source: { matched_words } }: { source: ReplySource }) {
  if (matched_words.length === 0) return null
  return <p className={styles.facts}>Words that matched: {matched_words.join(', ')}</p>
}
