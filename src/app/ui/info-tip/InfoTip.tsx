import { Info } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components/Popover'
import styles from './InfoTip.module.css'

export interface InfoTipProps {
  /** What the words are about: the button reads "About {subject}". */
  subject: string
  children: string
}

/** A small button with words behind it. They open on a press, because a finger cannot hover. */
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
