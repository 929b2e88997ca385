/** A page restored from the back/forward cache may belong to somebody who has left: it is hidden, and reloaded. */
export function reloadWhenRestored(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    document.body.hidden = persisted
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}
