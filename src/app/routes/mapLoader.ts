import { getAllFilters, getHouseholdReferenceFilter } from '#contract/filters'
import { getLatestSnapshot, getMapClient } from '#contract/map'
import { getFilterTemplates } from '#contract/templates'
import { askAhead } from '../api/call'
import { isSessionToBeEnded } from '../state/pendingLogout'

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
  // The worker may answer the catalogue from what it keeps of whoever was here last: that waits for the session.
  const isServedByWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  if (!isServedByWorker) askAhead(getAllFilters)
  askAhead(getFilterTemplates)
  askAhead(getLatestSnapshot)
  askAhead(getMapClient)
  askAhead(getHouseholdReferenceFilter, { query: {} })
  return null
}
