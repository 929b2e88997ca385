import type { Headline } from '#contract/map'
import type { LastFigures } from '../data/picture'
import type { MapData } from '../data/useMapData'
import { momentOf } from '../../../lib/moments'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { InfoTip } from '../../../ui/info-tip/InfoTip'
import { Notice } from '../../../ui/notice/Notice'
import { Spinner } from '../../../ui/spinner/Spinner'
import styles from './Headlines.module.css'

/** The headline figures: loading, failed or loaded. */
export function Headlines({ data }: { data: MapData }) {
  return (
    <section className={styles.headlines} aria-label="Headline figures" aria-busy={data.isUpdating}>
      <Content data={data} />
    </section>
  )
}

function Content({ data }: { data: MapData }) {
  const whyNot = useReasonOffline('New figures need')
  if (data.status === 'error') {
    return (
      <div className={styles.failure}>
        {/* Paused queries resume by themselves when back online. */}
        {whyNot === null ? <Notice kind="error">{data.message}</Notice> : <Notice kind="warning">{whyNot}</Notice>}
        {data.data ? <p className={styles.stale}>The map still shows what was there before.</p> : null}
        {whyNot === null ? <Button onPress={data.retry}>Try again</Button> : null}
      </div>
    )
  }
  if (data.data?.view === 'ward' && data.data.lastFigures) return <AsAt {...data.data.lastFigures} />
  if (data.status === 'loading' || !data.data) return <Spinner label="Loading figures…" />
  return <Tiles headlines={data.data.headlines} />
}

function AsAt({ asAt, isOfOtherFilters }: LastFigures) {
  const when = `Ward counts as at ${momentOf(asAt)}`
  return isOfOtherFilters ? (
    <Notice kind="warning">{`${when}, for other filters than are picked now. They are counted anew when you are back online.`}</Notice>
  ) : (
    <Notice kind="info">{`${when}. Filters that you pick now are applied when you are back online.`}</Notice>
  )
}

function Tiles({ headlines }: { headlines: readonly Headline[] }) {
  return (
    <dl className={styles.tiles}>
      {headlines.map(({ display_name, value, basis }) => (
        <div key={display_name} className={styles.tile}>
          <dt>
            {display_name}
            {basis ? (
              <span className={styles.basis}>
                {basis.warning ?? `Rates of ${basis.year}`}
                <InfoTip subject={display_name}>{basis.method}</InfoTip>
              </span>
            ) : null}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
