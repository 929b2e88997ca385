/** Said instead of the map where it cannot be drawn; the list view stands beside it. */
export const NO_WEBGL =
  'The map cannot be drawn because this browser has no WebGL, or has it switched off. The list below holds the same data.'

let hasDrawn = false

/** Whether the browser can draw the map. Once it could, it is not asked again: each question makes it begin a drawing. */
export function canDrawMap(): boolean {
  try {
    hasDrawn ||= document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    hasDrawn = false
  }
  return hasDrawn
}
