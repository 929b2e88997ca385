import styles from './List.module.css'

/** What a row is about: a button where choosing it shows it on the map, else plain words. */
export function RowName({ name, onChoose }: { name: string; onChoose: (() => void) | null }) {
  if (!onChoose) return <>{name}</>
  return (
    <button type="button" className={styles.choose} onClick={onChoose}>
      {name}
    </button>
  )
}
