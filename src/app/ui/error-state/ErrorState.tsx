import type { ReactNode } from 'react'
import { NativeButton } from '../button/NativeButton'
import { classes } from '../classes'
import shared from '../empty-state/EmptyState.module.css'
import styles from './ErrorState.module.css'

export interface ErrorStateProps {
  title: string
  detail?: ReactNode
  onRetry?: () => void
  actions?: ReactNode
  /** 1 if the error is the whole page. */
  level?: 1 | 2
}

/** What happened, what to do, Try again. */
export function ErrorState({ title, detail, onRetry, actions, level = 2 }: ErrorStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={classes(shared.state, level === 1 && styles.whole)} role="alert">
      <svg
        className={styles.icon}
        viewBox="0 0 48 48"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        aria-hidden="true"
      >
        <circle cx="24" cy="24" r="19" />
        <path d="M24 14v13" strokeLinecap="round" />
        <circle cx="24" cy="33.5" r="0.75" fill="currentColor" />
      </svg>
      <Heading>{title}</Heading>
      {detail === undefined ? null : <p className={shared.detail}>{detail}</p>}
      {onRetry || actions !== undefined ? (
        <div className={shared.actions}>
          {onRetry ? (
            <NativeButton variant="primary" onClick={onRetry}>
              Try again
            </NativeButton>
          ) : null}
          {actions}
        </div>
      ) : null}
    </div>
  )
}
