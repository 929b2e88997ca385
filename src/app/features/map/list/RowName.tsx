import styles from './List.module.css'

/** A row's name: a button if it can be shown on the map. */
export function RowName({ name, onChoose }: { name: string; onChoose: (() => void) | null }) {
  if (!onChoose) return <>{name}</>
  return (
    <button type="button" className={styles.choose} onClick={onChoose}>
      {name}
    </button>
  )
}
