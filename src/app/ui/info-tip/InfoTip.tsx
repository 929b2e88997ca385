import { Info } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components/Popover'
import styles from './InfoTip.module.css'

export interface InfoTipProps {
  /** The button reads "About {subject}". */
  subject: string
  children: string
}

/** A help button; it opens on press, because touch cannot hover. */
export function InfoTip({ subject, children }: InfoTipProps) {
  return (
    <DialogTrigger>
      <Button className={styles.button ?? ''} aria-label={`About ${subject}`}>
        <Info aria-hidden="true" />
      </Button>
      <Popover className={styles.popover ?? ''} offset={4} placement="bottom end">
        <Dialog className={styles.words ?? ''} aria-label={`About ${subject}`}>
          <p>{children}</p>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
