import { messageOf } from '../../api/errors'
import { saveFile } from '../../lib/saveFile'
import { queueAtom, type QueuedItem } from '../../state/queue/queue'
import { discard, exportItem, MAY_BE_DONE, retry } from '../../state/queue/items'
import { useAtomValue } from '../../state/store'
import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { notify } from '../../ui/notify/notify'
import styles from './device.module.css'
import { nameOf, stateOf } from './wording'

interface WaitingPanelProps {
  onClose: () => void
}

/** The queue: every item with its state and actions. */
export function WaitingPanel({ onClose }: WaitingPanelProps) {
  const items = useAtomValue(queueAtom)
  return (
    <Dialog title="Waiting to be sent" onClose={onClose} size="wide">
      {items.length === 0 ? (
        <p>Everything has been sent.</p>
      ) : (
        <>
          <p className={styles.rule}>
            Changes are sent in this order. One that is refused stays here with the reason, and the others go on.
          </p>
          <ol className={styles.items}>
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ol>
        </>
      )}
    </Dialog>
  )
}

function Item({ item }: { item: QueuedItem }) {
  const name = nameOf(item.command)
  const save = async () => {
    const file = await exportItem(item.id)
    if (file) saveFile(file)
  }
  const isSending = item.state === 'sending'
  const discarded = async () => {
    if (!(await discard(item.id))) void notify.error(MAY_BE_DONE)
  }
  const attempt = (work: Promise<void>) => void work.catch((error: unknown) => notify.error(messageOf(error)))
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={item.state === 'refused' ? styles.refused : styles.state}>{stateOf(item)}</p>
      </div>
      <div className={styles.actions}>
        {!isSending && item.detail !== null ? (
          <Button aria-label={`Retry: ${name}`} onPress={() => attempt(retry(item.id))}>
            Retry
          </Button>
        ) : null}
        <Button variant="quiet" aria-label={`Save as a file: ${name}`} onPress={() => void save()}>
          Save as a file
        </Button>
        <Button
          variant="quiet"
          aria-label={`Discard: ${name}`}
          isDisabled={isSending}
          onPress={() => attempt(discarded())}
        >
          Discard
        </Button>
      </div>
    </li>
  )
}
