import type { ReactNode } from 'react'
import { Button } from '../button/Button'
import { OfflineState } from '../empty-state/EmptyState'
import { ErrorState } from '../error-state/ErrorState'
import { Notice } from '../notice/Notice'
import { Skeleton } from '../skeleton/Skeleton'
import styles from './QueryState.module.css'

export interface ShownQuery<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isPaused: boolean
  readonly refetch: () => unknown
}

export interface QueryStateProps<Data> {
  query: ShownQuery<Data>
  /** Begins the sentence: 'Your team needs a connection. …' */
  what: string
  /** Placeholder while loading; three lines by default. */
  waiting?: ReactNode
  title?: string
  failure?: string
  children: (data: Data) => ReactNode
}

/** A query that is loading, loaded, failed, or paused while offline. */
export function QueryState<Data>({
  query,
  what,
  waiting = <Lines />,
  title,
  failure,
  children,
}: QueryStateProps<Data>) {
  const { data, error, isPaused, refetch } = query
  if (data !== undefined) return children(data)
  if (isPaused) {
    return title === undefined ? (
      <div className={styles.said}>
        <Notice kind="warning">{`${what} needs a connection. Doorstep cannot be reached.`}</Notice>
      </div>
    ) : (
      <OfflineState what={what} />
    )
  }
  if (error === null) return waiting
  const words = failure ?? (error.message || 'An error occurred')
  return title === undefined ? (
    <div className={styles.said}>
      <Notice kind="error" action={<Button onPress={() => void refetch()}>Try again</Button>}>
        <p>{words}</p>
      </Notice>
    </div>
  ) : (
    <ErrorState title={title} detail={words} onRetry={() => void refetch()} />
  )
}

const Lines = () => (
  <div className={styles.loading} role="status" aria-label="Loading">
    <Skeleton />
    <Skeleton />
    <Skeleton />
  </div>
)
