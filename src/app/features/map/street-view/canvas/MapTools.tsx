import { Maximize, Minus, Pentagon, Plus, Search } from 'lucide-react'
import { drawAtom } from '../../../../state/filters/area'
import { useSetAtom } from '../../../../state/store'
import { Button } from '../../../../ui/button/Button'
import { IconButton } from '../../../../ui/button/IconButton'
import styles from './MapCanvas.module.css'

interface TopButtonsProps {
  onFind: () => void
  mayDraw: boolean
  hasArea: boolean
}

/** Buttons to open the search and to start drawing. */
export function TopButtons({ onFind, mayDraw, hasArea }: TopButtonsProps) {
  const draw = useSetAtom(drawAtom)
  return (
    <div className={styles.top} data-map-tools>
      <IconButton label="Find a place" icon={<Search aria-hidden />} onPress={onFind} />
      {mayDraw ? (
        <IconButton label={hasArea ? 'Edit area' : 'Draw an area'} icon={<Pentagon aria-hidden />} onPress={draw} />
      ) : null}
    </div>
  )
}

interface ZoomButtonsProps {
  /** Negative zooms out. */
  onZoom: (levels: number) => void
  onFit: () => void
  isFirst: boolean
}

const FIT = 'Show all households'

/** Zoom buttons, and one that fits the shown households. */
export function ZoomButtons({ onZoom, onFit, isFirst }: ZoomButtonsProps) {
  return (
    <div className={styles.bottomRight}>
      {isFirst ? (
        <Button icon={<Maximize aria-hidden />} onPress={onFit}>
          {FIT}
        </Button>
      ) : null}
      <div className={styles.zoom} role="group" aria-label="Zoom">
        {isFirst ? null : <IconButton label={FIT} icon={<Maximize aria-hidden />} onPress={onFit} />}
        <IconButton label="Zoom in" icon={<Plus aria-hidden />} onPress={() => onZoom(1)} />
        <IconButton label="Zoom out" icon={<Minus aria-hidden />} onPress={() => onZoom(-1)} />
      </div>
    </div>
  )
}
