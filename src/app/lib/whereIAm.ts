interface Here {
  readonly longitude: number
  readonly latitude: number
}

/** Milliseconds. */
const PATIENCE = 15_000

/**
 * This device's place, for one button. Never stored, never sent.
 * @throws Error in words
 */
export const findWhereIAm = (): Promise<Here> =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error(UNKNOWN))
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => resolve({ longitude, latitude }),
      ({ code, PERMISSION_DENIED }) => reject(new Error(code === PERMISSION_DENIED ? REFUSED : UNKNOWN)),
      { enableHighAccuracy: true, maximumAge: 0, timeout: PATIENCE },
    )
  })

const REFUSED =
  'This browser does not tell Doorstep where you are. Allow it for this site in the browser’s settings, then press again.'
const UNKNOWN = 'This device does not know where it is. Try again under open sky.'
