import { useEffect } from 'react'
import type { MapCanvasProps } from '../canvas/MapCanvas'
import { MapTooltip } from '../tooltip/MapTooltip'

/** Replaces the canvas, which jsdom cannot draw. */
export default function StandInCanvas({ picture, tooltip, shown, onSelect, onCard, onDrawn }: MapCanvasProps) {
  useEffect(() => {
    if (picture) onDrawn()
  }, [picture, onDrawn])
  return (
    <div data-testid="map" data-view={picture?.view} data-shown={shown?.position.join()} tabIndex={-1}>
      <button onClick={() => onSelect({ kind: 'dot', dot: 0 })}>Click a dot</button>
      <button onClick={() => onSelect({ kind: 'ward', code: 'W1' })}>Click a ward</button>
      <button onClick={() => onSelect(null)}>Click empty space</button>
      {tooltip ? (
        <MapTooltip content={tooltip} onCard={onCard} onClose={() => onSelect(null)} onFocusLost={() => {}} />
      ) : null}
    </div>
  )
}
