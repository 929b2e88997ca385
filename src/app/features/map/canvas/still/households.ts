import { dotVisibility } from '../../data/matches'
import type { HouseholdPicture } from '../../data/households'
import type { MapPalette } from '../../layers/palette'
import { DOT_OPACITY, householdRadius } from '../../layers/scales'
import type { Projection } from './projection'

/** Dots drawn in one go. */
const AT_ONCE = 250

/**
 * Draws the dots of the households that match, stopping now and then. Of many dots in one pixel the first is drawn, so
 * that a million households take no longer than the canvas has pixels.
 */
export function* drawHouseholds(
  context: CanvasRenderingContext2D,
  { points: { dots }, matches }: HouseholdPicture,
  palette: MapPalette,
  { project, pixels, zoom, width, height }: Projection,
): Generator<void, void> {
  const shown = dotVisibility(matches, dots)
  yield
  const { metres, minPixels, maxPixels } = householdRadius(zoom)
  const radius = Math.min(maxPixels, Math.max(minPixels, pixels(metres)))
  const taken = new Uint8Array(width * height)
  context.fillStyle = `rgb(${palette.household.join(' ')} / ${DOT_OPACITY / 255})`
  for (let dot = 0; dot < dots.count; dot++) {
    if (dot % AT_ONCE === 0) yield
    if (shown[dot] !== 1) continue
    const [x, y] = project(dots.positions[dot * 2] ?? 0, dots.positions[dot * 2 + 1] ?? 0)
    if (x < 0 || y < 0 || x >= width || y >= height) continue
    const pixel = Math.floor(y) * width + Math.floor(x)
    if (taken[pixel] === 1) continue
    taken[pixel] = 1
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.fill()
  }
}
