import styles from './LossList.module.css'

/** Lists what would be lost for good. */
export function LossList({ lost }: { lost: readonly string[] }) {
  return (
    <>
      <p>This is on this device only and will be lost:</p>
      <ul className={styles.lost}>
        {lost.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </>
  )
}
