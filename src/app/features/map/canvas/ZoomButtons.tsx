import { Maximize, Minus, Plus } from 'lucide-react'
import { IconButton } from '../../../ui/button/IconButton'
import styles from './MapCanvas.module.css'

interface ZoomButtonsProps {
  isDisabled: boolean
  /** Negative zooms out. */
  onZoom: (levels: number) => void
  onFit: () => void
}

/** Zoom buttons, and one that fits the shown households. */
export function ZoomButtons({ isDisabled, onZoom, onFit }: ZoomButtonsProps) {
  return (
    <div className={styles.zoom} role="group" aria-label="Zoom">
      <IconButton label="Zoom to households" icon={<Maximize aria-hidden />} isDisabled={isDisabled} onPress={onFit} />
      <IconButton label="Zoom in" icon={<Plus aria-hidden />} isDisabled={isDisabled} onPress={() => onZoom(1)} />
      <IconButton label="Zoom out" icon={<Minus aria-hidden />} isDisabled={isDisabled} onPress={() => onZoom(-1)} />
    </div>
  )
}
