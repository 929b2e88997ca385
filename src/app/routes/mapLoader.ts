import { getAllFilters, getHouseholdReferenceFilter } from '#contract/filters'
import { getLatestSnapshot, getMapClient } from '#contract/map'
import { getFilterTemplates } from '#contract/templates'
import { askAhead } from '../api/call'
import { whenQuiet } from '../lib/whenQuiet'
import { isSessionToBeEnded } from '../state/pendingLogout'
import { WIDE_ENOUGH_FOR_PANEL } from '../state/useMediaQuery'

let hasAsked = false

/**
 * Asks for what the map's page shows first while its code, and the word on who is signed in, are still on their way:
 * once, when the app starts there. Waits for nothing: each part of the page asks for its own, and has it sooner.
 */
export function mapLoader(): null {
  if (hasAsked) return null
  hasAsked = true
  // Without a line, and while a session is still to be ended, nothing is asked for but the line and that end.
  if (!navigator.onLine || isSessionToBeEnded()) return null
  askAhead(getLatestSnapshot)
  askAhead(getMapClient)
  // Where the filters lie in a sheet, the figures and the map come first.
  if (matchMedia(WIDE_ENOUGH_FOR_PANEL).matches) askForPanel()
  else void whenQuiet().then(askForPanel)
  return null
}

function askForPanel(): void {
  // The worker may answer the catalogue from what it keeps of whoever was here last: that waits for the session.
  const isServedByWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  if (!isServedByWorker) askAhead(getAllFilters)
  askAhead(getFilterTemplates)
  askAhead(getHouseholdReferenceFilter, { query: {} })
}
