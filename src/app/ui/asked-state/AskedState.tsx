import type { ReactNode } from 'react'
import { Button } from '../button/Button'
import { Notice } from '../notice/Notice'
import { Skeleton } from '../skeleton/Skeleton'
import styles from './AskedState.module.css'

/** What was asked of the server, as far as it has come. */
export type AskedProps<Value> = { reload: () => void } & (
  | { state: 'loading' }
  | { state: 'loaded'; value: Value }
  | { state: 'offline' }
  | { state: 'failed'; message: string }
)

export interface AskedStateProps<Value> {
  asked: AskedProps<Value>
  /** Begins the sentence: 'Your team needs a connection. …' */
  what: string
  children: (value: Value) => ReactNode
}

/** A part of a page that is loading, there, failed, or waiting for a line. */
export function AskedState<Value>({ asked, what, children }: AskedStateProps<Value>) {
  switch (asked.state) {
    case 'loaded':
      return children(asked.value)
    case 'loading':
      return (
        <div className={styles.loading} role="status" aria-label="Loading">
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      )
    case 'offline':
      return (
        <div className={styles.said}>
          <Notice kind="warning">{`${what} needs a connection. You are offline.`}</Notice>
        </div>
      )
    case 'failed':
      return (
        <div className={styles.said}>
          <Notice kind="error" action={<Button onPress={asked.reload}>Try again</Button>}>
            <p>{asked.message}</p>
          </Notice>
        </div>
      )
  }
}
