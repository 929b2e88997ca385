/**
 * Double clicks. Policy: whoever double-clicks means what the first press was on. What that press opened, moved or put
 * in its place — a dialog and what lies beside it, the next row of a list, the same button under another name — does
 * not take the second one for its own.
 */

interface Control {
  /** `null` where there is nothing to press, as under an open menu. */
  readonly element: Element | null
  /** The browser keeps an element that goes on as another button. */
  readonly name: string
}

function controlOf(target: EventTarget | null): Control {
  const element = target instanceof Element && target !== document.body ? (target.closest('a, button, label, [role]') ?? target) : null
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
    // react-aria has seen the pointer go down: it would wait for its click, and then click by itself.
    document.dispatchEvent(new PointerEvent('pointercancel'))
  }
  window.addEventListener('click', onClick, { capture: true })
  return () => window.removeEventListener('click', onClick, { capture: true })
}
