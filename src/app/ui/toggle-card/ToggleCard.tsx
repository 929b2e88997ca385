import { ToggleButton } from 'react-aria-components/ToggleButton'
import { Check } from 'lucide-react'
import styles from './ToggleCard.module.css'

export interface ToggleCardProps {
  title: string
  /** Below the title; a long one is cut after a few lines. */
  detail: string
  isSelected: boolean
  onPress: () => void
}

/** A button as large as what it stands for, one of several; pressed while it is the one chosen. */
export function ToggleCard({ title, detail, isSelected, onPress }: ToggleCardProps) {
  return (
    <ToggleButton className={styles.card ?? ''} isSelected={isSelected} onPress={onPress}>
      <span className={styles.mark} aria-hidden="true">
        <Check />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.detail} dir="auto">
          {detail}
        </span>
      </span>
    </ToggleButton>
  )
}
