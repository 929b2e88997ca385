import type { ReactNode } from 'react'
import { classes } from '../classes'
import styles from './Badge.module.css'

export type BadgeTone = 'neutral' | 'accent' | 'green' | 'red' | 'yellow' | 'purple'

/** A state or a count in a word. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>
}
