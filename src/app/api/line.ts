/*
 * What calls know of the line. api knows no state: state says here whether the server can be reached, and
 * registers how to find out, for when a call finds that it cannot, or is in doubt.
 */

let isDown = false
let findOut: () => Promise<unknown> = async () => {}

/** Says whether the server can be reached. While it cannot, calls fail at once and nothing leaves the browser. */
export function sayLine(isUp: boolean): void {
  isDown = !isUp
}

/**
 * Whether calls are to fail at once. Where the browser believes that there is no network, calls wait for the probe,
 * which alone may go out: a page does not hear of a lost line before it would have asked for something.
 */
export async function isLineDown(): Promise<boolean> {
  if (!isDown && !navigator.onLine) await findOut()
  return isDown
}

/** Names how to find out whether the server can be reached, and say so. The last one named counts. */
export function onDoubt(ask: () => Promise<unknown>): void {
  findOut = ask
}

/** A call got no answer. */
export function tellUnreached(): void {
  void findOut()
}
