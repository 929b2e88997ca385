const FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [role="menu"], [aria-modal="true"]'

/** Whether keys belong to a field, or to an overlay. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(FIELDS) !== null)
