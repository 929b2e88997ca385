import { useCallback, useEffect, useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { getPolicyNote, type PolicyNote } from '#contract/policy'
import { call } from '../../api/call'
import { messageOf } from '../../api/errors'
import { classes } from '../../ui/classes'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { ErrorState } from '../../ui/error-state/ErrorState'
import { Page } from '../../ui/page/Page'
import { Spinner } from '../../ui/spinner/Spinner'
import { SafeMarkdown } from './SafeMarkdown'
import styles from './NoteScreen.module.css'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

type Loaded = { note: PolicyNote } | { error: string } | null

/** /support/policy/notes/{note}#{section}: a policy note, opened at the passage that a reply quotes. */
export function NoteScreen() {
  const { note: name = '' } = useParams()
  const [loaded, setLoaded] = useState<Loaded>(null)

  const load = useCallback(
    (signal?: AbortSignal) =>
      call(getPolicyNote, { query: { note: name }, signal }).then(
        (note) => setLoaded({ note }),
        (error: unknown) => {
          if (!signal?.aborted) setLoaded({ error: messageOf(error) })
        },
      ),
    [name],
  )
  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [load])

  if (!loaded) return <Page title="Policy note"><Spinner label="Loading the policy note" /></Page>
  if ('error' in loaded) {
    return (
      <Page title="Policy note">
        <ErrorState title="The policy note could not be shown" detail={loaded.error} onRetry={() => void load()} />
      </Page>
    )
  }
  return <NoteText note={loaded.note} />
}

function NoteText({ note }: { note: PolicyNote }) {
  const { hash } = useLocation()
  const wanted = hash.slice(1)
  useEffect(() => document.getElementById(wanted)?.scrollIntoView({ block: 'start' }), [wanted])

  return (
    <Page
      title={note.title}
      subtitle={`${note.nations.join(', ')}. Last updated ${day.format(new Date(note.updated))}.`}
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
