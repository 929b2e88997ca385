import styles from './List.module.css'

/** A row's name, to be chosen where there is a map. */
export function RowName({ name, onChoose }: { name: string; onChoose: (() => void) | null }) {
  if (!onChoose) return <>{name}</>
  return (
    <button type="button" className={styles.choose} onClick={onChoose}>
      {name}
    </button>
  )
}
