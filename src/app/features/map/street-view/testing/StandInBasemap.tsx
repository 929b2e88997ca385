import { vi } from 'vitest'
import type { BasemapProps } from '../canvas/basemap'

/** A map of a hundredth of a degree around the first two of three households. */
export const controls = {
  zoomBy: vi.fn(),
  panBy: vi.fn(),
  fit: vi.fn(),
  bounds: () => [-2.305, 53.395, -2.295, 53.405] as const,
  place: () => ({ lng: -2.3, lat: 53.4, zoom: 14.5 }),
  show: vi.fn(),
  project: () => ({ x: 0, y: 0 }),
  unproject: ({ x, y }: { x: number; y: number }) => [-2.305 + x / 1e5, 53.405 - y / 1e5] as const,
}

/** What jsdom cannot draw says that it is there. */
export default function StandInBasemap({ start, layers, onReady, onMove }: BasemapProps) {
  return (
    <div>
      <p>Open basemap</p>
      <p>{`From ${start.lng}, ${start.lat} at ${start.zoom}`}</p>
      <p>{`Lowest first: ${layers.map(({ id }) => id).join(', ')}`}</p>
      <button onClick={() => onReady(controls)}>Be ready</button>
      <button onClick={() => onMove(14)}>Move</button>
    </div>
  )
}
