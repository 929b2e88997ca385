/** Said instead of the map where it cannot be drawn; the list view stands beside it. */
export const NO_WEBGL =
  'The map cannot be drawn because this browser has no WebGL, or has it switched off. The list below holds the same data.'

let answer: boolean | null = null

/**
 * Whether the browser can draw the map that moves. Once it could, it is not asked again: the question alone makes it
 * start its graphics, and wait for them.
 */
export function canDrawMap(): boolean {
  if (!answer) answer = ask()
  return answer
}

/** False when the browser was asked and could not; nothing is asked for this. */
export const mayDrawMap = (): boolean => answer !== false

function ask(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}
