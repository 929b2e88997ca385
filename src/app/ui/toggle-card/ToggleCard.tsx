import { ToggleButton } from 'react-aria-components/ToggleButton'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './ToggleCard.module.css'

export interface ToggleCardProps {
  title: string
  note?: string
  detail: ReactNode
  isSelected: boolean
  onPress: () => void
}

/** A large toggle button, one of several choices. */
export function ToggleCard({ title, note, detail, isSelected, onPress }: ToggleCardProps) {
  return (
    <ToggleButton className={styles.card ?? ''} isSelected={isSelected} onPress={onPress}>
      <span className={styles.mark} aria-hidden="true">
        <Check />
      </span>
      <span className={styles.words}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
        <span className={styles.detail} dir="auto">
          {detail}
        </span>
      </span>
    </ToggleButton>
  )
}
