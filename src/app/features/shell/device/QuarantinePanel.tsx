import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../../lib/moments'
import { saveFile } from '../../../lib/saveFile'
import { discardQuarantined, quarantinedFile } from '../../../state/device/quarantine'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { quarantinedQuery } from './queries'
import styles from './device.module.css'

interface QuarantinePanelProps {
  onClose: () => void
}

/** Unreadable records, to download or delete. */
export function QuarantinePanel({ onClose }: QuarantinePanelProps) {
  const { data: items, refetch } = useQuery(quarantinedQuery)

  return (
    <Dialog title="Set aside on this device" onClose={onClose} size="wide">
      <p className={styles.rule}>
        These records are not as Doorstep wrote them, so it does not use them. Save one as a file to keep it or to hand
        it to the helpdesk.
      </p>
      {items?.length === 0 ? <p>Nothing is set aside.</p> : null}
      <ul className={styles.items}>
        {items?.map((item) => (
          <li key={item.id} className={styles.item}>
            <div className={styles.words}>
              <p className={styles.name}>{item.what}</p>
              {item.quarantinedAt === '' ? null : (
                <p className={styles.state}>{`Set aside ${formatMoment(item.quarantinedAt)}`}</p>
              )}
            </div>
            <div className={styles.actions}>
              <Button aria-label={`Save as a file: ${item.what}`} onPress={() => saveFile(quarantinedFile(item))}>
                Save as a file
              </Button>
              <Button
                variant="quiet"
                aria-label={`Discard: ${item.what}`}
                onPress={() => void discardQuarantined(item.id).then(() => refetch())}
              >
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
