import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden'
import styles from './ProgressBar.module.css'

export interface ProgressBarProps {
  /** What is being waited for: said to screen readers. */
  label: string
  /** Nothing is shown before, in milliseconds: what is quick needs no progress. */
  after: number
}

/** A thin bar along the top of the window: something is on its way, and nobody knows how long it takes. */
export function ProgressBar({ label, after }: ProgressBarProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), after)
    return () => clearTimeout(timer)
  }, [after])
  if (!isShown) return null
  return (
    <div className={styles.bar}>
      <VisuallyHidden isLive>{label}</VisuallyHidden>
    </div>
  )
}
