import { saveFile } from '../../lib/saveFile'
import { discardSetAside, readSetAside, setAsideFile, type SetAsideItem } from '../../state/setAside'
import { useAsked, valueOf } from '../../state/useAsked'
import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import styles from './device.module.css'
import { whenOf } from './wording'

interface SetAsidePanelProps {
  onClose: () => void
}

/** Records that could not be read: what each was, as a file for whoever can make sense of it, and rid of it. */
export function SetAsidePanel({ onClose }: SetAsidePanelProps) {
  const asked = useAsked(readSetAside)
  const items = valueOf(asked)
  const save = (item: SetAsideItem) => {
    const { blob, name } = setAsideFile(item)
    saveFile(blob, name)
  }

  return (
    <Dialog title="Set aside on this device" isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} size="wide">
      <p className={styles.rule}>
        These records are not as Doorstep wrote them, so it does not use them. Save one as a file to keep it or to hand it
        to the helpdesk.
      </p>
      {items?.length === 0 ? <p>Nothing is set aside.</p> : null}
      <ul className={styles.items}>
        {items?.map((item) => (
          <li key={item.id} className={styles.item}>
            <div className={styles.words}>
              <p className={styles.name}>{item.what}</p>
              <p className={styles.state}>Set aside {whenOf(item.setAsideAt)}</p>
            </div>
            <div className={styles.actions}>
              <Button aria-label={`Save as a file: ${item.what}`} onPress={() => save(item)}>
                Save as a file
              </Button>
              <Button
                variant="quiet"
                aria-label={`Discard: ${item.what}`}
                onPress={() => void discardSetAside(item.id).then(asked.reload)}
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
