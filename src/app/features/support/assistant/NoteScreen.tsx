import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { type AssistantNote, getAssistantNote } from '#contract/assistant/assistant'
import { longDate } from '../../../lib/moments'
import { classes } from '../../../ui/classes'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { Page } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { Spinner } from '../../../ui/spinner/Spinner'
import { SafeMarkdown } from './SafeMarkdown'
import styles from './NoteScreen.module.css'
import { queryOptions } from '../../../api/queryOptions'

/** /support/policy/notes/{note}#{section}: a policy note at a quoted passage. */
export function NoteScreen() {
  const { note: name = '' } = useParams()
  const query = useQuery(noteQuery(name))
  const note = query.data
  return (
    <Page
      title={note?.title ?? 'Policy note'}
      subtitle={note ? `${note.nations.join(', ')}. Last updated ${longDate(note.updated)}.` : undefined}
      actions={<ButtonLink to="/support/policy">Search the notes</ButtonLink>}
    >
      <QueryState
        query={query}
        what="The policy note"
        waiting={<Spinner label="Loading the policy note" />}
        title="The policy note could not be shown"
      >
        {(loaded) => <NoteText note={loaded} />}
      </QueryState>
    </Page>
  )
}

function NoteText({ note }: { note: AssistantNote }) {
  const { hash } = useLocation()
  const wanted = hash.slice(1)
  useEffect(() => document.getElementById(wanted)?.scrollIntoView({ block: 'start' }), [wanted])

  return (
    <article className={styles.note}>
      {note.sections.map(({ id, heading, text }) => (
        <section key={id} id={id} className={classes(styles.section, id === wanted && styles.wanted)}>
          <h2>{heading}</h2>
          <SafeMarkdown text={text} />
        </section>
      ))}
      {note.sources.length === 0 ? null : (
        <section className={styles.section}>
          <h2>Where this comes from</h2>
          <ul>
            {note.sources.map(({ title, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  )
}

const noteQuery = (note: string) => queryOptions(getAssistantNote, { query: { note } })
