/** The selected filters, as they lie in a tab's session storage. */
import type { Page } from '@playwright/test'
import { SELECTED_FILTERS_KEY } from '../../src/app/state/filters/selectedFilters'
import { type SelectedFilters } from '../../src/app/state/filters/selection'

export const FLATS: SelectedFilters = {
  home: {
    accommodation_type: { displayName: 'Accommodation type', selectedValues: [{ id: 'flat', displayName: 'Flat' }] },
  },
}

/** What lies there, as text; null where nothing is selected. */
export const keptSelection = (page: Page): Promise<string | null> =>
  page.evaluate((key) => sessionStorage.getItem(key), SELECTED_FILTERS_KEY)

/** Selects these past the page, which finds them when it is opened again. */
export const select = (page: Page, selection: SelectedFilters): Promise<void> =>
  page.evaluate(([key, text]) => sessionStorage.setItem(key, text), [
    SELECTED_FILTERS_KEY,
    JSON.stringify(selection),
  ] as const)

/** Has a tab begin with these selected, once: what it makes of them is its own. */
export async function beginWith(page: Page, selection: SelectedFilters): Promise<void> {
  await page.addInitScript(
    ([key, text]) => {
      // Neither a frame nor about:blank has a storage of its own.
      if (window !== window.top || window.origin === 'null' || sessionStorage.getItem('seeded')) return
      sessionStorage.setItem('seeded', 'yes')
      sessionStorage.setItem(key, text)
    },
    [SELECTED_FILTERS_KEY, JSON.stringify(selection)] as const,
  )
}
