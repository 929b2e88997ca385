import styles from './Skeleton.module.css'

export interface SkeletonProps {
  /** Any CSS length; full width by default. */
  width?: string
  height?: string
}

/** A decorative loading placeholder; its container has `aria-busy`. */
export function Skeleton({ width = '100%', height = 'var(--leading-sm)' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
