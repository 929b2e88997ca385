import styles from './Skeleton.module.css'

export interface SkeletonProps {
  /** Any CSS length, of a token where possible; the whole width by default. */
  width?: string
  height?: string
}

/** The shape of something that is on its way. Decorative: its container says `aria-busy`. */
export function Skeleton({ width = '100%', height = 'var(--leading-sm)' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
