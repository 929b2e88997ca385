import { useQuery } from '@tanstack/react-query'
import { HOUSEHOLDS_SHOWN, type Headline } from '#contract/households/map'
import type { LastFigures } from '../data/picture'
import type { MapData } from '../data/useMapData'
import { formatMoment } from '../../../../lib/moments'
import { figure } from '../../../../lib/counts'
import { useReasonOffline } from '../../../../state/connectivity'
import { allHouseholdsQuery } from '../../../../state/filters/allHouseholds'
import { appliedFilterCountAtom } from '../../../../state/filters/selectedFilters'
import { useDeferredAtomValue } from '../../../../state/store'
import { SHORT_WINDOW, SMALL_WINDOW, useMediaQuery } from '../../../../state/useMediaQuery'
import { helpPath } from '../../../../state/guides'
import { Button } from '../../../../ui/button/Button'
import { ButtonLink } from '../../../../ui/button/ButtonLink'
import { InfoTip } from '../../../../ui/info-tip/InfoTip'
import { Notice } from '../../../../ui/notice/Notice'
import { pageHeader } from '../../../../ui/page/pageHeader'
import { Spinner } from '../../../../ui/spinner/Spinner'
import { SnapshotLabel } from '../MapHeader'
import styles from './Headlines.module.css'

/** The headline figures: loading, failed or loaded. */
export function Headlines({ data }: { data: MapData }) {
  // Arrow keys scroll a strip wider than the window.
  const isStrip = useMediaQuery(SMALL_WINDOW)
  return (
    <section
      ref={pageHeader}
      className={styles.headlines}
      aria-label="Headline figures"
      aria-busy={data.isUpdating}
      {...(isStrip ? { tabIndex: 0 } : {})}
    >
      <Content data={data} />
    </section>
  )
}

function Content({ data }: { data: MapData }) {
  const whyNot = useReasonOffline('New figures need')
  if (data.hasNoMonth) {
    return (
      <Notice action={<ButtonLink to={helpPath('month')}>How to hand over a month</ButtonLink>}>{data.message}</Notice>
    )
  }
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
  if (!data.headlines) return <Spinner label="Loading figures…" />
  return <Tiles headlines={data.headlines} />
}

function AsAt({ asAt, month, isOfOtherFilters }: LastFigures) {
  const when = `Ward counts${month === null ? '' : ` of ${month} data`} as at ${formatMoment(asAt)}`
  return isOfOtherFilters ? (
    <Notice kind="warning">{`${when}, for other filters than are picked now. They are counted again when you are back online.`}</Notice>
  ) : (
    <Notice kind="info">{`${when}. Filters that you pick now are applied when you are back online.`}</Notice>
  )
}

function Tiles({ headlines }: { headlines: readonly Headline[] }) {
  const isFiltered = useDeferredAtomValue(appliedFilterCountAtom) > 0
  const all = useQuery({ ...allHouseholdsQuery, enabled: isFiltered }).data?.household_count
  const isShort = useMediaQuery(SHORT_WINDOW)
  return (
    <>
      {isShort ? <SnapshotLabel /> : null}
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
            <dd>
              <span>{value}</span>
              {isFiltered && all !== undefined && display_name === HOUSEHOLDS_SHOWN ? (
                <span className={styles.of}>{` of ${figure(all)}`}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
