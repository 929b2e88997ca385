/*
 * Who is told of a 401. api knows no state: state registers here what is to happen.
 */

let listener: () => void = () => {}

/** Names what happens when a call is answered with 401. The last one named counts. */
export function onSignedOut(happens: () => void): void {
  listener = happens
}

/** A call was answered with 401. */
export function notifySignedOut(): void {
  listener()
}
