import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components/Popover'
import { classes } from '../classes'
import styles from './Dropdown.module.css'

export interface DropdownProps {
  label: string
  summary: string
  placeholder: string
  children: ReactNode
}

/** A button that shows the choice and opens the options. */
export function Dropdown({ label, summary, placeholder, children }: DropdownProps) {
  const summaryId = useId()
  return (
    <DialogTrigger>
      <Button className={styles.button ?? ''} aria-label={label} aria-describedby={summaryId}>
        <span id={summaryId} className={classes(styles.summary, summary === '' && styles.placeholder)}>
          {summary === '' ? placeholder : summary}
        </span>
        <ChevronDown aria-hidden="true" />
      </Button>
      <Popover
        className={styles.popover ?? ''}
        offset={4}
        placement="bottom start"
        style={{ width: 'var(--trigger-width)' }}
      >
        <Dialog className={styles.choices ?? ''} aria-label={label}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
