interface Control {
  readonly element: Element | null
  /** The browser may reuse the element for another button. */
  readonly name: string
}

function findControl(target: EventTarget | null): Control {
  const element =
    target instanceof Element && target !== document.body
      ? (target.closest('a, button, label, [role]') ?? target)
      : null
  return { element, name: element?.getAttribute('aria-label') ?? element?.textContent ?? '' }
}

/**
 * Ignores the second press of a double-click if the first changed what is under it.
 * @returns how to stop
 */
export function keepDoubleClicks(): () => void {
  let first = findControl(null)
  const onClick = (event: MouseEvent) => {
    const pressed = findControl(event.target)
    // Zero for the keyboard.
    if (event.detail < 2) {
      first = pressed
      return
    }
    if (pressed.element !== null && pressed.element === first.element && pressed.name === first.name) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // react-aria clicks by itself unless the pointer is cancelled.
    document.dispatchEvent(new PointerEvent('pointercancel'))
  }
  window.addEventListener('click', onClick, { capture: true })
  return () => window.removeEventListener('click', onClick, { capture: true })
}
