export const NO_WEBGL =
  'The map cannot be drawn because this browser has no WebGL, or has it switched off. The list below holds the same data.'

let answer: boolean | null = null

/** Cached: the check is slow. */
export function canDrawMap(): boolean {
  if (!answer) answer = ask()
  return answer
}

/** False if a previous check failed; does not check. */
export const mayDrawMap = (): boolean => answer !== false

function ask(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}
