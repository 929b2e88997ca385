/** Milliseconds for a new page to request its data. */
const SETTLING = 1_000
const PATIENCE = 5_000
const A_FRAME = 16
/** Milliseconds; `pointerup` can get lost, e.g. in a context menu. */
const HELD = 30_000

/** Resolves when the page is idle and nothing is pressed. */
export async function whenIdle(): Promise<void> {
  await idle()
  await new Promise((resolve) => setTimeout(resolve, SETTLING))
  await idle()
}

async function idle(): Promise<void> {
  const until = Date.now() + HELD
  do await idlePeriod()
  while (pressed.size > 0 && Date.now() < until)
}

/** By id: `:active` ends with a finger's first move. */
const pressed = new Set<number>()
const release = ({ pointerId }: PointerEvent) => pressed.delete(pointerId)
window.addEventListener('pointerdown', ({ pointerId }) => pressed.add(pointerId), { capture: true })
window.addEventListener('pointerup', release, { capture: true })
window.addEventListener('pointercancel', release, { capture: true })
window.addEventListener('blur', () => pressed.clear())

function idlePeriod(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve, A_FRAME)
  })
}
