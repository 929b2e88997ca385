import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatMoment } from '../../../lib/moments'
import { useIsOffline } from '../../../state/connectivity'
import { draftsAtom, nameDraft } from '../../../state/drafts'
import { queueAtom } from '../../../state/queue/queue'
import { useAtomValue } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { Notice } from '../../../ui/notice/Notice'
import { DeleteDraft } from './DeleteDraft'
import { TryNow } from './Freshness'
import { OutboxItem } from './OutboxItem'
import { keptTemplatesQuery } from './queries'
import styles from './device.module.css'
import type { Draft } from '#offline/drafts'

interface WaitingPanelProps {
  onClose: () => void
}

/** The outbox: queued changes with actions, and campaign drafts, never sent automatically. */
export function WaitingPanel({ onClose }: WaitingPanelProps) {
  const items = useAtomValue(queueAtom)
  const drafts = useAtomValue(draftsAtom)
  const isOffline = useIsOffline()
  const [problem, setProblem] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<Draft | null>(null)
  const { data: templates = [] } = useQuery(keptTemplatesQuery)
  return (
    <Dialog title="Waiting to be sent" onClose={onClose} size="wide">
      {/* A toast would cover the list. */}
      {problem === null ? null : (
        <div ref={show}>
          <Notice kind="error">{problem}</Notice>
        </div>
      )}
      {items.length === 0 ? (
        <p>Nothing is waiting to be sent.</p>
      ) : (
        <>
          <p className={styles.rule}>
            Changes are sent in this order. One that is refused, or that the server breaks on twice, stays here with the
            reason, and the others go on.
          </p>
          {isOffline ? (
            <div className={styles.offline}>
              <p>Nothing is sent until Doorstep answers.</p>
              <TryNow />
            </div>
          ) : null}
          <ol className={styles.items}>
            {items.map((item) => (
              <OutboxItem
                key={item.id}
                item={item}
                items={items}
                templates={templates}
                onProblem={setProblem}
                onLeave={onClose}
              />
            ))}
          </ol>
        </>
      )}
      {drafts.length === 0 ? null : (
        <section className={styles.drafts} aria-labelledby="outbox-drafts">
          <h3 id="outbox-drafts">Campaign drafts</h3>
          <p className={styles.rule}>Nothing sends these by itself: open one and send it for review.</p>
          <ul className={styles.items}>
            {drafts.map((draft) => (
              <li key={draft.id} className={styles.item}>
                <div className={styles.words}>
                  <Link to={`/campaigns/new?draft=${draft.id}`} className={styles.name} dir="auto" onClick={onClose}>
                    {nameDraft(draft)}
                  </Link>
                  <p className={styles.state}>{`Changed ${formatMoment(draft.updatedAt)}`}</p>
                </div>
                <Button variant="quiet" aria-label={`Delete: ${nameDraft(draft)}`} onPress={() => setDeleted(draft)}>
                  Delete
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {deleted === null ? null : <DeleteDraft draft={deleted} onClose={() => setDeleted(null)} />}
    </Dialog>
  )
}

/** The pressed button may be far down the list. */
const show = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: 'nearest' })
