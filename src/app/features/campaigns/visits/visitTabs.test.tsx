import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../testing/fakeServer'
import { render, screen } from '../../../testing/render'
import { VisitOutcomesScreen } from './VisitOutcomesScreen'
import { VisitsScreen } from './VisitsScreen'

// docs/product.md#navigation. Also where the organisation has no visit rounds, or none any more.
it.each<[string, string, ReactElement]>([
  ['/visits', 'Visit round', <VisitsScreen />],
  ['/visits/outcomes', 'Visit outcomes', <VisitOutcomesScreen />],
])('%s has a tab of its own, which is lit', (path, name, page) => {
  fakeServer({})
  render(<MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>)
  const lit = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(lit.map(({ textContent }) => textContent)).toEqual([name])
})
