import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetFiltersAtom, selectedFiltersAtom, stepAtom } from '../../../state/filters/selectedFilters'
import { appStore } from '../../../state/store'
import { fakeServer, type FakeAnswer } from '../../../testing/fakeServer'
import { render, screen } from '../../../testing/render'
import { OpenFilterLink } from './OpenFilterLink'

const { failed } = vi.hoisted(() => ({ failed: vi.fn() }))
vi.mock('../../../ui/notify/notify', () => ({ notify: { error: failed } }))

beforeEach(() => appStore.set(forgetFiltersAtom))

const row = (filter: string, value: string) => ({
  category_name: 'home',
  filter_name: filter,
  filter_display_name: filter,
  filter_value: { name: value, display_name: value },
})
const tenure = {
  filter_name: 'tenure',
  display_name: 'Tenure',
  placeholder: '',
  description: '',
  type: 'checkbox_multiple',
  filter_values: [{ name: 'rented', display_name: 'Rented' }],
}
const subcategories = [{ subcategory_name: 'all', display_name: 'All', description: '', filters: [tenure] }]
const CATALOGUE = [{ category_name: 'home', display_name: 'Home', subcategories }]
const ACCESS = {
  may_export: true,
  may_calculate: true,
  may_visit: false,
  hidden_filters: [],
  dot_colours: [],
  purposes: [],
}

function open(link: FakeAnswer) {
  const seen = fakeServer({
    '/api/open-filter-link': link,
    '/api/all-filters': { json: CATALOGUE },
    '/api/own-access': { json: ACCESS },
  })
  const routes = [
    { path: '/filters/:code', element: <OpenFilterLink /> },
    { path: '/', element: <p>The map</p> },
  ]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/filters/abc'] })} />)
  return seen
}

test('selects the filters of the link in one step of undo, names what is gone, and goes to the map', async () => {
  const seen = open({ json: [row('tenure', 'rented'), row('old', 'x')] })
  expect(await screen.findByText('The map')).toBeDefined()
  expect(seen.find(({ path }) => path === '/api/open-filter-link')?.body).toEqual({ code: 'abc' })
  expect(appStore.get(selectedFiltersAtom)).toMatchObject({ home: { tenure: { selectedValues: [{ id: 'rented' }] } } })
  expect(failed).toHaveBeenCalledWith('Some values were not found: old')
  expect(appStore.set(stepAtom, 'undo')).toBe(true)
  expect(appStore.get(selectedFiltersAtom)).toEqual({})
  expect(appStore.set(stepAtom, 'undo')).toBe(false)
})

test('changes nothing where none of its values is left: every household would be shown', async () => {
  open({ json: [row('old', 'x')] })
  expect(await screen.findByText(/Your filters were not changed/)).toBeDefined()
  expect(appStore.set(stepAtom, 'undo')).toBe(false)
})

test('says in the server’s words that there is no such link', async () => {
  open({ json: { detail: 'There is no such link in your organisation.', code: 'not_found' }, status: 404 })
  expect(await screen.findByText('There is no such link in your organisation.')).toBeDefined()
})
