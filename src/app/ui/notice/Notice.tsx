import type { ReactNode } from 'react'
import { classes } from '../classes'
import styles from './Notice.module.css'

export interface NoticeProps {
  kind?: 'info' | 'success' | 'warning' | 'error'
  title?: string
  children?: ReactNode
  action?: ReactNode
}

/** An inline message; errors are announced at once, others politely. */
export function Notice({ kind = 'info', title, children, action }: NoticeProps) {
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={classes(styles.notice, styles[kind])}>
      <div className={styles.text}>
        {title === undefined ? null : <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </div>
  )
}
