/**
 * Pages that the browser keeps whole for its Back button. Policy: none comes back as it was. Who was on it may have
 * left since, and it is cut off from the device; it is out of sight when it goes, and begins anew.
 */
export function reloadWhenRestored(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    document.body.hidden = persisted
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}
