import { useCallback, useEffect } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { getPolicyNote, type PolicyNote } from '#contract/policy'
import { call } from '../../api/call'
import { longDate } from '../../lib/moments'
import { useAsked, valueOf } from '../../state/useAsked'
import { classes } from '../../ui/classes'
import { AskedState } from '../../ui/asked-state/AskedState'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { Page } from '../../ui/page/Page'
import { Spinner } from '../../ui/spinner/Spinner'
import { SafeMarkdown } from './SafeMarkdown'
import styles from './NoteScreen.module.css'

/** /support/policy/notes/{note}#{section}: a policy note, opened at the passage that a reply quotes. */
export function NoteScreen() {
  const { note: name = '' } = useParams()
  const load = useCallback((signal: AbortSignal) => call(getPolicyNote, { query: { note: name }, signal }), [name])
  const asked = useAsked(load)
  const note = valueOf(asked)
  return (
    <Page
      title={note?.title ?? 'Policy note'}
      subtitle={note ? `${note.nations.join(', ')}. Last updated ${longDate(note.updated)}.` : undefined}
      actions={<ButtonLink to="/support/policy">Ask a question</ButtonLink>}
    >
      <AskedState
        asked={asked}
        what="The policy note"
        waiting={<Spinner label="Loading the policy note" />}
        title="The policy note could not be shown"
      >
        {(loaded) => <NoteText note={loaded} />}
      </AskedState>
    </Page>
  )
}

function NoteText({ note }: { note: PolicyNote }) {
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
