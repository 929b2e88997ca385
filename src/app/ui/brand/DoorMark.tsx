import styles from './DoorMark.module.css'

/** The product's mark; decorative. */
export function DoorMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 40 40" aria-hidden="true">
      <path className={styles.frame} d="M9 32V14a11 11 0 0 1 22 0v18z" />
      <path className={styles.door} d="M14 32V14.500a6 6 0 0 1 12 0V32z" />
      <circle className={styles.step} cx="23" cy="23" r="1.750" />
      <path className={styles.step} d="M3 32.500h34V37H3z" />
    </svg>
  )
}
