import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { WifiOff } from 'lucide-react'

export interface EmptyStateProps {
  title: string
  detail?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
}

/** An empty place, and what to do about it. */
export function EmptyState({ title, detail, icon, actions }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon === undefined ? null : (
        <div className={styles.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <h2>{title}</h2>
      {detail === undefined ? null : <p className={styles.detail}>{detail}</p>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

/** Replaces content that needs a connection. @param what begins the sentences: 'The map' */
export const OfflineState = ({ what }: { what: string }) => (
  <EmptyState
    icon={<WifiOff />}
    title={`${what} cannot be shown`}
    detail={`${what} needs a connection. Doorstep cannot be reached. It shows by itself when you are back online.`}
  />
)
