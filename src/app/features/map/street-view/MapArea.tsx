import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useState, type ReactNode } from 'react'
import { codeQuery } from '../../../api/queryOptions'
import { formatCount } from '../../../lib/counts'
import type { MapView } from '../../../state/mapView'
import { useMediaQuery, WIDE_ENOUGH_FOR_SPLIT } from '../../../state/useMediaQuery'
import { Notice } from '../../../ui/notice/Notice'
import type { ShownQuery } from '../../../ui/query-state/QueryState'
import { Spinner } from '../../../ui/spinner/Spinner'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { AppliedFilters } from './applied/AppliedFilters'
import { NO_WEBGL } from './canvas/webgl'
import { householdCount, describeSelection, type MapSelection } from './data/picture'
import { useMapData } from './data/useMapData'
import { Headlines } from './headlines/Headlines'
import type { Presentation } from './MapHeader'
import { CodeMissing, MapMissing, Waiting } from './MapStates'
import { mapClientQuery } from './mapQueries'
import styles from './MapScreen.module.css'

const canvasQuery = codeQuery('map canvas', () => import('./canvas/MapCanvas'))
const cardQuery = codeQuery('household card', () => import('./card/HouseholdCard'))
const listQuery = codeQuery('map list', () => import('./list/ListView'))

interface MapAreaProps {
  view: MapView
  isDrawable: boolean
  /** The map comes before what is said of it. */
  isMapDue: boolean
  onUndrawable: () => void
  onDrawn: () => void
  presentation: Presentation
  onMap: () => void
  overMap: ReactNode
}

/** Map and list are side by side in a wide window. Memoised: it is the page's largest part. */
export const MapArea = memo(function MapArea(props: MapAreaProps) {
  const { view, isDrawable, isMapDue, onUndrawable, onDrawn, presentation, onMap, overMap } = props
  const data = useMapData(view)
  const { data: picture, isUpdating } = data
  const client = useQuery(mapClientQuery)
  // So that going offline costs only the map.
  const canvas = useQuery({ ...canvasQuery, enabled: isDrawable })
  const MapCanvas = canvas.data?.default
  const isSplit = useMediaQuery(WIDE_ENOUGH_FOR_SPLIT)
  const [selection, setSelection] = useState<MapSelection | null>(null)
  const [shown, setShown] = useState<{ position: readonly [number, number] } | null>(null)
  const [card, setCard] = useState<string | null>(null)
  const cardCode = useQuery({ ...cardQuery, enabled: card !== null })
  const HouseholdCard = cardCode.data?.default
  const tooltip = describeSelection(picture, selection)
  const hasList = !isDrawable || presentation === 'list'
  const list = useQuery({ ...listQuery, enabled: hasList })
  const ListView = list.data?.ListView
  const isMapCovered = hasList && !isSplit
  const isNobodyThere = picture !== null && householdCount(picture) === 0 && !isUpdating

  const choose = useCallback(
    (chosen: MapSelection) => {
      const content = describeSelection(picture, chosen)
      if (!content || !isDrawable) return
      setSelection(chosen)
      setShown({ position: content.position })
      if (!isSplit) onMap()
    },
    [picture, isDrawable, isSplit, onMap],
  )

  return (
    <div className={styles.main}>
      <Headlines data={data} />
      <div className={styles.area} aria-busy={isUpdating}>
        {/* In the document before its words, or they would not be announced. */}
        <div role="status">{isUpdating && picture ? <UpdatingBar /> : null}</div>
        {isDrawable ? (
          <div className={styles.map} inert={isMapCovered}>
            {isMissing(client) ? (
              <MapMissing query={client} />
            ) : canvas.isError ? (
              <CodeMissing what="map" />
            ) : client.data && MapCanvas ? (
              <MapCanvas
                client={client.data}
                picture={picture}
                isWaiting={data.status === 'loading'}
                selection={selection}
                tooltip={tooltip}
                onSelect={setSelection}
                onCard={setCard}
                shown={shown}
                onDrawn={onDrawn}
                onFailure={onUndrawable}
              />
            ) : (
              <Waiting />
            )}
            {isMapCovered ? null : <AppliedFilters isOverMap />}
            {isMapCovered || isNobodyThere || isMissing(client) ? null : overMap}
            {isNobodyThere ? <p className={styles.nothing}>No households match these filters.</p> : null}
          </div>
        ) : null}
        {hasList ? (
          <div className={isMapCovered || !isDrawable ? styles.listOver : styles.listBeside}>
            {isDrawable && !isMapCovered ? null : <AppliedFilters isOverMap={false} />}
            {isDrawable ? null : <Notice kind="warning">{NO_WEBGL}</Notice>}
            {ListView ? (
              <ListView picture={picture} hasMap={isDrawable} onChoose={choose} onCard={setCard} />
            ) : list.isError ? (
              <CodeMissing what="list" />
            ) : (
              <Spinner label="Loading list…" />
            )}
          </div>
        ) : null}
      </div>
      {card !== null && HouseholdCard ? <HouseholdCard reference={card} onClose={() => setCard(null)} /> : null}
      <VisuallyHidden isLive>
        {picture && data.status === 'loaded' && !isUpdating && !isMapDue
          ? `${formatCount(householdCount(picture), 'household')} shown`
          : ''}
      </VisuallyHidden>
    </div>
  )
})

const isMissing = ({ data, error, isPaused }: ShownQuery<unknown>): boolean =>
  data === undefined && (error !== null || isPaused)

function UpdatingBar() {
  return (
    <div className={styles.updating}>
      <span className={styles.updatingWords}>Updating…</span>
    </div>
  )
}
