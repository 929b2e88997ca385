/** A page from the back/forward cache may be a former person's: it is hidden and reloaded. */
export function reloadWhenRestored(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    document.body.hidden = persisted
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}
