import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { drawingAtom } from '../../../../state/filters/area'
import { forgetFiltersAtom, selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { type SelectedFilters } from '../../../../state/filters/selection'
import { appStore } from '../../../../state/store'
import { fakeServer } from '../../../../testing/fakeServer'
import { act, render, screen } from '../../../../testing/render'
import { AppliedFilters } from './AppliedFilters'

const RENT = {
  filter_name: 'weekly_rent',
  display_name: 'Weekly rent',
  placeholder: '',
  description: '',
  type: 'dual_range_slider',
  filter_values: [],
}
const subcategory = { subcategory_name: 'rent', display_name: 'Rent', description: '', filters: [RENT] }
const CATALOGUE = [{ category_name: 'home', display_name: 'Home', subcategories: [subcategory] }]

const named = (...names: string[]) => names.map((name) => ({ id: name, displayName: name }))
const TENURE: SelectedFilters = {
  home: { tenure: { displayName: 'Tenure', selectedValues: named('Council rent', 'Mortgaged') } },
}
const BOTH: SelectedFilters = {
  home: { ...TENURE.home, weekly_rent: { displayName: 'Weekly rent', selectedValues: named('£0', '£90') } },
}

const select = (selection: SelectedFilters) => act(() => appStore.set(selectedFiltersAtom, selection))
const selected = () => appStore.get(selectedFiltersAtom)

beforeEach(() => {
  appStore.set(forgetFiltersAtom)
  appStore.set(drawingAtom, null)
  fakeServer({ '/api/all-filters': { json: CATALOGUE } })
})

it('shows each filter in words, and removes it', async () => {
  const user = userEvent.setup()
  render(<AppliedFilters isOverMap />)
  expect(screen.queryByRole('group')).toBeNull()
  select(BOTH)
  expect(await screen.findByText('Weekly rent: £0 to £90')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove Tenure: Council rent, Mortgaged' }))
  expect(selected()).toEqual({ home: { weekly_rent: BOTH.home?.weekly_rent } })
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Applied filters' }))
})

it('undoes and redoes each change, by button and by keys, and says so', async () => {
  const user = userEvent.setup()
  render(
    <>
      <AppliedFilters isOverMap />
      <input aria-label="Name" />
    </>,
  )
  select(TENURE)
  select(BOTH)
  expect(screen.getByRole('button', { name: 'Redo filter change' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Undo filter change' }))
  expect(selected()).toEqual(TENURE)
  expect(screen.getByText('Undone. 1 filter applied.')).toBeTruthy()
  await user.keyboard('{Control>}z{/Control}')
  expect(selected()).toEqual({})
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(selected()).toEqual(TENURE)
  await user.click(screen.getByRole('textbox'))
  await user.keyboard('{Control>}z{/Control}')
  expect(selected()).toEqual(TENURE)
  await user.click(screen.getByRole('button', { name: 'Redo filter change' }))
  expect(selected()).toEqual(BOTH)
})

it('makes way for drawing, whose keys are its own', async () => {
  const user = userEvent.setup()
  render(<AppliedFilters isOverMap />)
  select(TENURE)
  act(() => appStore.set(drawingAtom, []))
  expect(screen.queryByRole('group')).toBeNull()
  await user.keyboard('{Control>}z{/Control}')
  expect(selected()).toEqual(TENURE)
})
