import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { momentOf } from '../../lib/moments'
import { useIsOffline } from '../../state/connectivity'
import { draftsAtom } from '../../state/drafts'
import { queueAtom } from '../../state/queue/queue'
import { useAtomValue } from '../../state/store'
import { Dialog } from '../../ui/dialog/Dialog'
import { TryNow } from './Freshness'
import { OutboxItem } from './OutboxItem'
import { keptTemplatesQuery } from './queries'
import styles from './device.module.css'

interface WaitingPanelProps {
  onClose: () => void
}

/** The outbox: every queued change with its state and actions, and the campaign drafts, which nothing sends by itself. */
export function WaitingPanel({ onClose }: WaitingPanelProps) {
  const items = useAtomValue(queueAtom)
  const drafts = useAtomValue(draftsAtom)
  const isOffline = useIsOffline()
  const { data: templates = [] } = useQuery(keptTemplatesQuery)
  return (
    <Dialog title="Waiting to be sent" onClose={onClose} size="wide">
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
              <p>You are offline: nothing is sent until Doorstep answers.</p>
              <TryNow />
            </div>
          ) : null}
          <ol className={styles.items}>
            {items.map((item) => (
              <OutboxItem key={item.id} item={item} items={items} templates={templates} />
            ))}
          </ol>
        </>
      )}
      {drafts.length === 0 ? null : (
        <section className={styles.drafts} aria-labelledby="outbox-drafts">
          <h3 id="outbox-drafts">Campaign drafts</h3>
          <p className={styles.rule}>Nothing sends these by itself: open one and send it for review.</p>
          <ul className={styles.items}>
            {drafts.map(({ id, campaignName, updatedAt }) => (
              <li key={id} className={styles.item}>
                <div className={styles.words}>
                  <Link to={`/campaigns/new?draft=${id}`} className={styles.name} dir="auto" onClick={onClose}>
                    {campaignName.trim() || 'Untitled campaign'}
                  </Link>
                  <p className={styles.state}>{`Changed ${momentOf(updatedAt)}`}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
