import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetFiltersAtom, selectedFiltersAtom, stepAtom } from '../../../state/filters/selectedFilters'
import { boundsToFitAtom, dotColourAtom, forgetMapViewAtom, mapViewAtom, wardMeasureAtom } from '../../../state/mapView'
import { appStore } from '../../../state/store'
import { fakeServer, type FakeAnswer } from '../../../testing/fakeServer'
import { render, screen } from '../../../testing/render'
import { OpenFilterLink } from './OpenFilterLink'
import { aFilter, INCOME } from './testing/panel'

const { failed } = vi.hoisted(() => ({ failed: vi.fn() }))
vi.mock('../../../ui/notify/notify', () => ({ notify: { error: failed } }))

beforeEach(() => {
  appStore.set(forgetFiltersAtom)
  appStore.set(forgetMapViewAtom)
})

const row = (filter: string, value: string) => ({
  category_name: 'home',
  filter_name: filter,
  filter_display_name: filter,
  filter_value: { name: value, display_name: value },
})
const linked = (rows: unknown[], view: unknown = null): FakeAnswer => ({ json: { rows, view } })
const tenure = aFilter({
  filter_name: 'tenure',
  display_name: 'Tenure',
  type: 'checkbox_multiple',
  filter_values: [{ name: 'rented', display_name: 'Rented' }],
})
const rent = { ...INCOME, filter_name: 'rent', display_name: 'Rent' }
const subcategories = [{ subcategory_name: 'all', display_name: 'All', description: '', filters: [tenure, rent] }]
const CATALOGUE = [{ category_name: 'home', display_name: 'Home', subcategories }]
const ACCESS = {
  may_export: true,
  may_calculate: true,
  may_visit: false,
  hidden_filters: [],
  dot_colours: ['arrears'],
  purposes: [],
}

const BOUNDS = { west: -2.5, south: 53.3, east: -2.2, north: 53.5 }

const TheMap = () => <p>The map{useLocation().search}</p>

function open(link: FakeAnswer) {
  const seen = fakeServer({
    '/api/open-filter-link': link,
    '/api/all-filters': { json: CATALOGUE },
    '/api/own-access': { json: ACCESS },
  })
  const routes = [
    { path: '/filters/:code', element: <OpenFilterLink /> },
    { path: '/', element: <TheMap /> },
  ]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/filters/abc'] })} />)
  return seen
}

test('selects the filters of the link in one step of undo, names what is gone, and goes to the map', async () => {
  const seen = open(linked([row('tenure', 'rented'), row('old', 'x')]))
  expect(await screen.findByText('The map')).toBeDefined()
  expect(seen.find(({ path }) => path === '/api/open-filter-link')?.body).toEqual({ code: 'abc' })
  expect(appStore.get(selectedFiltersAtom)).toMatchObject({ home: { tenure: { selectedValues: [{ id: 'rented' }] } } })
  expect(failed).toHaveBeenCalledWith('Some values were not found: old')
  expect(appStore.set(stepAtom, 'undo')).toBe(true)
  expect(appStore.get(selectedFiltersAtom)).toEqual({})
  expect(appStore.set(stepAtom, 'undo')).toBe(false)
})

test('changes nothing where none of its values is left: every household would be shown', async () => {
  open(linked([row('old', 'x')]))
  expect(await screen.findByText(/Your filters were not changed/)).toBeDefined()
  expect(appStore.set(stepAtom, 'undo')).toBe(false)
})

test('shows what the sender saw: map or list, wards or households, place and colour; and a range in the sender’s words', async () => {
  const view = { view: 'ward', shown: 'list', bounds: BOUNDS, colour: 'arrears', measure: 'rate' }
  open(linked([row('rent', '100'), row('rent', '1500')], view))
  expect(await screen.findByText('The map?show=list')).toBeDefined()
  expect(appStore.get(mapViewAtom)).toBe('ward')
  expect(appStore.get(wardMeasureAtom)).toBe('rate')
  expect(appStore.get(dotColourAtom)).toBe('arrears')
  expect(appStore.get(boundsToFitAtom)).toEqual([-2.5, 53.3, -2.2, 53.5])
  expect(appStore.get(selectedFiltersAtom)).toMatchObject({
    home: { rent: { selectedValues: [{ displayName: '£100' }, { displayName: '£1,500' }] } },
  })
})

test('a link without filters selects every household; a colour that is hidden from the role is left out', async () => {
  const view = { view: 'household', shown: 'map', bounds: null, colour: 'unclaimed', measure: 'count' }
  open(linked([], view))
  expect(await screen.findByText('The map')).toBeDefined()
  expect(appStore.get(selectedFiltersAtom)).toEqual({})
  expect(appStore.get(dotColourAtom)).toBeNull()
})

test('says in the server’s words that there is no such link', async () => {
  open({ json: { detail: 'There is no such link in your organisation.', code: 'not_found' }, status: 404 })
  expect(await screen.findByText('There is no such link in your organisation.')).toBeDefined()
})
