import { useCallback, useEffect } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { getPolicyNote, type PolicyNote } from '#contract/policy'
import { call } from '../../api/call'
import { longDate } from '../../lib/moments'
import { useAsked } from '../../state/useAsked'
import { classes } from '../../ui/classes'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { ErrorState } from '../../ui/error-state/ErrorState'
import { Page } from '../../ui/page/Page'
import { Spinner } from '../../ui/spinner/Spinner'
import { SafeMarkdown } from './SafeMarkdown'
import styles from './NoteScreen.module.css'

/** /support/policy/notes/{note}#{section}: a policy note, opened at the passage that a reply quotes. */
export function NoteScreen() {
  const { note: name = '' } = useParams()
  const load = useCallback((signal: AbortSignal) => call(getPolicyNote, { query: { note: name }, signal }), [name])
  const asked = useAsked(load)
  if (asked.state === 'loaded') return <NoteText note={asked.value} />
  return (
    <Page title="Policy note">
      {asked.state === 'loading' ? (
        <Spinner label="Loading the policy note" />
      ) : (
        <ErrorState title="The policy note could not be shown" detail={asked.message} onRetry={asked.reload} />
      )}
    </Page>
  )
}

function NoteText({ note }: { note: PolicyNote }) {
  const { hash } = useLocation()
  const wanted = hash.slice(1)
  useEffect(() => document.getElementById(wanted)?.scrollIntoView({ block: 'start' }), [wanted])

  return (
    <Page
      title={note.title}
      subtitle={`${note.nations.join(', ')}. Last updated ${longDate(note.updated)}.`}
      actions={<ButtonLink to="/support/policy">Ask a question</ButtonLink>}
    >
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
    </Page>
  )
}
