/** Opens the map screen in a test: real data flow and list, the canvas behind a stand-in. */
import { render } from '../../../../testing/render'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { vi } from 'vitest'
import { fakeWindowWidth } from '../../../../testing/fakeWindow'
import { fetchAtOnceAtom, selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { forgetSession, sessionAtom } from '../../../../state/session'
import { appStore } from '../../../../state/store'
// Load the stand-in before the first test: of two concurrent imports, Vitest gives one the real canvas.
import '../canvas/MapCanvas'
import { MapScreen } from '../MapScreen'
import { fakeMapServer } from './fakeMapServer'

let people = 0

export function openScreen({
  width = 1440,
  answers = {},
}: { width?: number; answers?: Parameters<typeof fakeMapServer>[0] } = {}) {
  const server = fakeMapServer(answers)
  fakeWindowWidth(width)
  forgetSession()
  // A new person each time, so that no cache is shared between tests.
  people += 1
  appStore.set(sessionAtom, {
    email: `person${people}@northmere.example`,
    organisation: 'northmere',
    role: 'OrganisationAdmin',
    isSuperAdmin: false,
  })
  appStore.set(selectedFiltersAtom, {})
  const view = render(
    <MemoryRouter>
      <Routes>
        <Route
          path="/"
          element={
            <MapScreen
              filterPanel={(isWaiting) =>
                isWaiting ? <p>Filters to come</p> : <input id="filter-finder" aria-label="Search for a filter..." />
              }
              overMap={<p>Stands over the map</p>}
            />
          }
        />
        <Route path="/campaigns/new" element={<h1>New campaign</h1>} />
      </Routes>
    </MemoryRouter>,
  )
  return {
    server,
    user: userEvent.setup(vi.isFakeTimers() ? { advanceTimers: (ms) => vi.advanceTimersByTime(ms) } : {}),
    ...view,
  }
}

export function selectTenure(id: string): void {
  appStore.set(selectedFiltersAtom, {
    home: { tenure: { displayName: 'Tenure', selectedValues: [{ id, displayName: id }] } },
  })
}

/** What Apply in "Your filters" does after it has changed the selection. */
export function fetchAtOnce(): void {
  appStore.set(fetchAtOnceAtom, (count) => count + 1)
}
