import { Button as AriaButton } from 'react-aria-components/Button'
import { X } from 'lucide-react'
import { classes } from '../classes'
import styles from './Chip.module.css'

export interface ChipProps {
  text: string
  onPress?: () => void
  /** Not together with `onPress`. */
  onRemove?: () => void
}

/** A small rounded label: plain, a button, or with a remove button. */
export function Chip({ text, onPress, onRemove }: ChipProps) {
  if (onPress) {
    return (
      <AriaButton className={classes(styles.chip, styles.pressable)} onPress={onPress}>
        <span className={styles.text}>{text}</span>
      </AriaButton>
    )
  }
  return (
    <span className={classes(styles.chip, onRemove && styles.removable)}>
      <span className={styles.text} title={text}>
        {text}
      </span>
      {onRemove ? (
        <AriaButton className={styles.remove ?? ''} aria-label={`Remove ${text}`} onPress={onRemove}>
          <X aria-hidden />
        </AriaButton>
      ) : null}
    </span>
  )
}
