import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { filterRequestAtom, selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { appStore } from '../../../../state/store'
import { fakeServer } from '../../../../testing/fakeServer'
import { render, screen } from '../../../../testing/render'
import { WardChoice } from './WardChoice'

const WARD = {
  filter_name: 'ward',
  display_name: 'Ward',
  placeholder: '',
  description: '',
  type: 'search',
  filter_values: [
    { name: 'W1', display_name: 'Abbey (Northmere)' },
    { name: 'W2', display_name: 'Brook' },
  ],
}
const subcategory = { subcategory_name: 'place', display_name: 'Place', description: '', filters: [WARD] }
const CATALOGUE = [{ category_name: 'area', display_name: 'Area', subcategories: [subcategory] }]

beforeEach(() => {
  appStore.set(selectedFiltersAtom, {})
  fakeServer({ '/api/all-filters': { json: CATALOGUE } })
})

it('picks wards for the filter, by the name that the catalogue has for them', async () => {
  const user = userEvent.setup()
  render(
    <>
      <WardChoice code="W1" />
      <WardChoice code="W2" />
    </>,
  )
  const [first, second] = await screen.findAllByRole('button', { name: 'Show this ward only' })
  await user.click(first as Element)
  const wards = () => appStore.get(filterRequestAtom).dynamic_filter_value_request_list[0]?.filter_value_list
  expect(wards()).toEqual(['Abbey (Northmere)'])
  expect(second?.textContent).toBe('Add to filters')
  await user.click(second as Element)
  expect(wards()).toEqual(['Abbey (Northmere)', 'Brook'])
  await user.click(screen.getAllByRole('button', { name: 'Remove from filters' })[0] as Element)
  expect(wards()).toEqual(['Brook'])
})
