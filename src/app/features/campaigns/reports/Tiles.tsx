import styles from './Report.module.css'
import { AWAITING_DATA } from './wording'

export interface Tile {
  readonly name: string
  /** Null: awaited. */
  readonly value: string | null
}

/** Headline figures side by side. */
export const Tiles = ({ tiles }: { tiles: readonly Tile[] }) => (
  <dl className={styles.tiles}>
    {tiles.map(({ name, value }) => (
      <div key={name} className={styles.tile}>
        <dt>{name}</dt>
        {value === null ? <dd className={styles.awaiting}>{AWAITING_DATA}</dd> : <dd>{value}</dd>}
      </div>
    ))}
  </dl>
)
