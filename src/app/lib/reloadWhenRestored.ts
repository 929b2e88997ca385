/** Hides and reloads a page from the back/forward cache: it may show another person's data. */
export function reloadWhenRestored(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    document.body.hidden = persisted
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}
