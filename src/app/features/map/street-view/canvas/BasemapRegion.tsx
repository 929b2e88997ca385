import type { Ref } from 'react'
import type { Basemap } from '#contract/households/map'
import { CodeMissing, Waiting } from '../MapStates'
import type { BasemapControls, BasemapProps } from './basemap'
import { steerByKey } from './keys'
import styles from './MapCanvas.module.css'
import type { BasemapCode } from './useBasemapCode'
import { NO_STREETS } from './useStreets'

interface BasemapRegionProps extends BasemapProps {
  ref: Ref<HTMLDivElement>
  code: BasemapCode
  googleKey: string
  basemap: Basemap | null
  controls: BasemapControls | null
  /** While drawing, Enter sets a corner in the map's middle. */
  onCorner: ((at: readonly number[]) => void) | null
}

/** The basemap, movable by keys. */
export function BasemapRegion(props: BasemapRegionProps) {
  const { ref, code, googleKey, basemap, controls, onCorner, ...basemapProps } = props
  const { OpenBasemap, GoogleBasemap } = code
  return (
    <div
      ref={ref}
      className={styles.region}
      role="application"
      aria-label="Map. Arrow keys move it, plus and minus zoom. The list holds the same data."
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || !controls) return
        const { width, height } = event.currentTarget.getBoundingClientRect()
        if (onCorner && event.key === 'Enter') onCorner(controls.unproject({ x: width / 2, y: height / 2 }))
        else if (!steerByKey(event, controls)) return
        event.preventDefault()
      }}
    >
      {code.isMissing ? (
        <CodeMissing what="map" />
      ) : OpenBasemap ? (
        <OpenBasemap {...basemapProps} basemap={basemap ?? NO_STREETS} />
      ) : GoogleBasemap ? (
        <GoogleBasemap {...basemapProps} apiKey={googleKey} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}
