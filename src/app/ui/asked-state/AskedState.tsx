import type { ReactNode } from 'react'
import { Button } from '../button/Button'
import { OfflineState } from '../empty-state/OfflineState'
import { ErrorState } from '../error-state/ErrorState'
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
  /** What is on its way; three lines unless it has a shape of its own. */
  waiting?: ReactNode
  /** Where it is most of a page: the heading of a failure, which then stands in the middle of the place. */
  title?: string
  children: (value: Value) => ReactNode
}

/** Something that is loading, there, failed, or waiting for a line. */
export function AskedState<Value>({ asked, what, waiting = <Lines />, title, children }: AskedStateProps<Value>) {
  switch (asked.state) {
    case 'loaded':
      return children(asked.value)
    case 'loading':
      return waiting
    case 'offline':
      return title === undefined ? (
        <div className={styles.said}>
          <Notice kind="warning">{`${what} needs a connection. You are offline.`}</Notice>
        </div>
      ) : (
        <OfflineState what={what} />
      )
    case 'failed':
      return title === undefined ? (
        <div className={styles.said}>
          <Notice kind="error" action={<Button onPress={asked.reload}>Try again</Button>}>
            <p>{asked.message}</p>
          </Notice>
        </div>
      ) : (
        <ErrorState title={title} detail={asked.message} onRetry={asked.reload} />
      )
  }
}

const Lines = () => (
  <div className={styles.loading} role="status" aria-label="Loading">
    <Skeleton />
    <Skeleton />
    <Skeleton />
  </div>
)
