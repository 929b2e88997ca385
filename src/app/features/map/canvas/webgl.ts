/** Said instead of the map where it cannot be drawn; the list view stands beside it. */
export const NO_WEBGL =
  'The map cannot be drawn because this browser has no WebGL, or has it switched off. The list below holds the same data.'

/** Whether the browser can draw the map. */
export function canDrawMap(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    // A browser has few of them, and this one has served.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}
