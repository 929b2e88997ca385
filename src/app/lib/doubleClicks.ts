/**
 * For people who double-click out of habit, as on a desktop: the second press must not land on what the first one
 * opened, moved or put in its place, such as Send where Confirm was, or the next row's Discard.
 */

interface Control {
  /** `null` where there is nothing to press, as under an open menu. */
  readonly element: Element | null
  /** The browser keeps an element that goes on as another button. */
  readonly name: string
}

function controlOf(target: EventTarget | null): Control {
  const element =
    target instanceof Element && target !== document.body
      ? (target.closest('a, button, label, [role]') ?? target)
      : null
  return { element, name: element?.getAttribute('aria-label') ?? element?.textContent ?? '' }
}

/** Lets the later presses of a double click act only on what the first was on. @returns how to end it. */
export function keepDoubleClicks(): () => void {
  let first = controlOf(null)
  const onClick = (event: MouseEvent) => {
    const pressed = controlOf(event.target)
    // By the browser's own count; a press by keyboard counts as none.
    if (event.detail < 2) {
      first = pressed
      return
    }
    if (pressed.element !== null && pressed.element === first.element && pressed.name === first.name) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // react-aria saw the pointer go down and clicks by itself when no click follows; only a cancelled pointer ends that.
    document.dispatchEvent(new PointerEvent('pointercancel'))
  }
  window.addEventListener('click', onClick, { capture: true })
  return () => window.removeEventListener('click', onClick, { capture: true })
}
