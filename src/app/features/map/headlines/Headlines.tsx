import type { Headline } from '#contract/map'
import type { MapData } from '../data/useMapData'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { Spinner } from '../../../ui/spinner/Spinner'
import styles from './Headlines.module.css'

/** The headline figures of what the map shows: a spinner while they load, words when they could not be loaded. */
export function Headlines({ data }: { data: MapData }) {
  return (
    <section className={styles.headlines} aria-label="Headline figures" aria-busy={data.isUpdating}>
      <Content data={data} />
    </section>
  )
}

function Content({ data }: { data: MapData }) {
  if (data.status === 'error') {
    return (
      <div className={styles.failure}>
        <Notice kind="error">{data.message}</Notice>
        {data.data ? <p className={styles.stale}>The map still shows what was there before.</p> : null}
        <Button onPress={data.retry}>Try again</Button>
      </div>
    )
  }
  if (data.status === 'loading' || !data.data) return <Spinner label="Loading figures…" />
  return <Tiles headlines={data.data.headlines} />
}

function Tiles({ headlines }: { headlines: readonly Headline[] }) {
  return (
    <dl className={styles.tiles}>
      {headlines.map(({ display_name, value }) => (
        <div key={display_name} className={styles.tile}>
          <dt>{display_name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
