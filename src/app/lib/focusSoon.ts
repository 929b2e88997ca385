const LIMIT = 5_000
/** An opening sheet first focuses its own first element. */
const FRAMES = 2

/** Focuses a field by id once it exists; letters typed before that are inserted. */
export function focusSoon(id: string, isThere: boolean): void {
  const field = findField(id)
  if (isThere && field) return field.focus()
  let typed = ''
  const collect = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    typed += event.key
  }
  const until = performance.now() + LIMIT
  let frames = 0
  const look = () => {
    const found = findField(id)
    frames = found ? frames + 1 : 0
    if (frames < FRAMES && performance.now() < until) return void requestAnimationFrame(look)
    document.removeEventListener('keydown', collect, true)
    if (!found) return
    found.focus()
    if (typed !== '') append(found, typed)
  }
  document.addEventListener('keydown', collect, true)
  requestAnimationFrame(look)
}

function findField(id: string): HTMLInputElement | null {
  const found = document.getElementById(id)
  return found instanceof HTMLInputElement ? found : null
}

/** As if typed: React listens to the event, and overrides the setter. */
function append(field: HTMLInputElement, text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  value?.set?.call(field, field.value + text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
