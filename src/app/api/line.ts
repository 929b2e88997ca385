/*
 * What calls know of the line. api knows no state: state says here whether the server can be reached, and
 * registers what is to happen when a call finds that it cannot.
 */

let isDown = false
let listener: () => void = () => {}

/** Says whether the server can be reached. While it cannot, calls fail at once and nothing leaves the browser. */
export function sayLine(isUp: boolean): void {
  isDown = !isUp
}

/** Whether calls are to fail at once. */
export const isLineDown = (): boolean => isDown

/** Names what happens when a call gets no answer. The last one named counts. */
export function onUnreached(happens: () => void): void {
  listener = happens
}

/** A call got no answer. */
export function tellUnreached(): void {
  listener()
}
