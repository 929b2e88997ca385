import { fireEvent } from '@testing-library/react'

/** Presses as a browser tells of a mouse. @param count which press of a double click it is. */
export function press(target: Element, count = 1): void {
  const pointer = { pointerId: 1, pointerType: 'mouse', button: 0 }
  // With no pressure react-aria takes it for a screen reader's.
  fireEvent.pointerDown(target, { ...pointer, pressure: 0.5 })
  fireEvent.mouseDown(target, { detail: count })
  fireEvent.pointerUp(target, pointer)
  fireEvent.mouseUp(target, { detail: count })
  fireEvent.click(target, { detail: count })
}
