import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Filter } from '#contract/households/filters'
import { selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { listValues } from '../../../../state/filters/selection'
import { CARER, INCOME, renderApart, SAVINGS, TENURE, aFilter } from '../testing/panel'
import { heldSliderAtom } from '../facets'
import { FilterControl } from './FilterControl'

const place = (filter: Filter) => ({
  categoryName: 'c',
  filterName: filter.filter_name,
  displayName: filter.display_name,
})

function show(filter: Filter, ids: string[] = []) {
  const view = renderApart(<FilterControl filter={filter} place={place(filter)} />)
  const chosen = () => listValues(view.store.get(selectedFiltersAtom), place(filter)).map((value) => value.id)
  const names = () => listValues(view.store.get(selectedFiltersAtom), place(filter)).map((value) => value.displayName)
  const choose = (next: string[]) =>
    act(() =>
      view.store.set(selectedFiltersAtom, {
        c: { [filter.filter_name]: { displayName: '', selectedValues: next.map((id) => ({ id, displayName: id })) } },
      }),
    )
  if (ids.length > 0) choose(ids)
  return { ...view, chosen, names, choose }
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

describe('checkbox_multiple', () => {
  it('adds and removes a value, by keyboard too', async () => {
    const { user, chosen } = show(CARER)
    await user.click(screen.getByRole('checkbox', { name: 'No' }))
    await user.tab({ shift: true })
    await user.keyboard(' ')
    expect(chosen()).toEqual(['true', 'false'])
    await user.click(screen.getByRole('checkbox', { name: 'No' }))
    await user.click(screen.getByRole('checkbox', { name: 'Yes' }))
    expect(chosen()).toEqual([])
  })
})

describe('dropdown_checkbox_multiple', () => {
  it('opens, ticks and closes by keyboard, and says what is chosen', async () => {
    const { user, chosen } = show(TENURE)
    const button = screen.getByRole('button', { name: 'Tenure' })
    expect(button.textContent).toBe('Select tenures')
    await user.tab()
    await user.keyboard('{Enter}')
    await user.tab()
    const first = screen.getByRole('checkbox', { name: 'Owned outright' })
    first.focus()
    await user.keyboard(' ')
    await user.tab()
    await user.keyboard(' ')
    await user.keyboard('{Escape}')
    expect(chosen()).toEqual(['owned_outright', 'mortgaged'])
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(document.activeElement).toBe(button)
    expect(button.textContent).toBe('Owned outright, Mortgaged')
  })

  it("says '{n} item(s) selected' above five", () => {
    const ids = TENURE.filter_values.map((value) => value.name)
    const { choose } = show(TENURE, ids.slice(0, 5))
    const button = screen.getByRole('button', { name: 'Tenure' })
    expect(button.textContent).not.toContain('item(s)')
    choose(ids)
    expect(button.textContent).toBe('6 item(s) selected')
  })
})

describe('dual_range_slider', () => {
  const thumb = (which: string) => screen.getByRole<HTMLInputElement>('slider', { name: new RegExp(which) })
  /** As the browser does for an arrow key, Home and End. */
  const set = (which: string, value: number) => fireEvent.change(thumb(which), { target: { value } })

  it('keeps exactly minimum and maximum, and is no filter when the whole range is selected', async () => {
    const { user, chosen, names } = show(INCOME)
    expect(screen.getByText('£0')).toBeDefined()
    expect(screen.getByText('£1,000')).toBeDefined()
    await user.tab()
    expect(document.activeElement).toBe(thumb('minimum'))
    set('minimum', 2)
    expect(chosen()).toEqual(['2', '1000'])
    expect(names()).toEqual(['£2', '£1,000'])
    expect(thumb('minimum').getAttribute('aria-valuetext')).toBe('£2')
    expect(thumb('maximum').getAttribute('aria-valuetext')).toBe('£1,000')
    set('minimum', 0)
    expect(chosen()).toEqual([])
  })

  it('does not let the minimum pass the maximum, nor the maximum the minimum', () => {
    const { chosen } = show(INCOME, ['300', '301'])
    set('minimum', 302)
    expect(chosen()).toEqual(['301', '301'])
    set('maximum', 299)
    expect(chosen()).toEqual(['301', '301'])
  })

  it('follows a selection that is cleared elsewhere', () => {
    const { choose } = show(INCOME, ['100', '200'])
    expect(thumb('minimum').value).toBe('100')
    choose([])
    expect(thumb('minimum').value).toBe('0')
  })
})

it('a slider that is taken away while it is held is held no longer', () => {
  const { store, unmount } = show(INCOME)
  act(() => store.set(heldSliderAtom, { filterName: INCOME.filter_name, range: [100, 1000] }))
  unmount()
  expect(store.get(heldSliderAtom)).toBeNull()
})

describe('exact values of a slider', () => {
  const BALANCE = aFilter({
    filter_name: 'monthly_cash_balance',
    display_name: 'Monthly cash balance',
    type: 'dual_range_slider',
    filter_values: [
      { name: '-500', display_name: '-£500' },
      { name: '900', display_name: '£900' },
    ],
  })
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

  it('are typed, also below zero, and move the thumbs', async () => {
    const { user, chosen, names } = show(BALANCE)
    await user.type(field('Minimum'), '-120')
    await user.type(field('Maximum'), '35{Enter}')
    expect(chosen()).toEqual(['-120', '35'])
    expect(names()).toEqual(['-£120', '£35'])
    expect(screen.getAllByRole<HTMLInputElement>('slider').map((thumb) => thumb.value)).toEqual(['-120', '35'])
    expect(screen.getByRole('group', { name: 'Monthly cash balance: exact values' })).toBeDefined()
  })

  it('say what is wrong, and change nothing', async () => {
    const { user, chosen } = show(BALANCE, ['0', '10'])
    expect(field('Minimum').value).toBe('0')
    await user.clear(field('Minimum'))
    await user.type(field('Minimum'), '-501{Enter}')
    expect(chosen()).toEqual(['0', '10'])
    expect(
      screen.getByText('Please enter a valid number between -500 and 900 or leave both fields empty.'),
    ).toBeDefined()
  })
})

describe('integer_to_integer', () => {
  const minimum = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Minimum' })
  const maximum = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Maximum' })
  const pairMessage = 'Please enter a valid number between 0 and 50000 or leave both fields empty.'

  it('applies the pair when it is left, and not before', async () => {
    const { user, chosen, names } = show(SAVINGS)
    await user.type(minimum(), '100')
    await user.tab()
    expect(screen.queryByText(pairMessage)).toBeNull()
    await user.keyboard('2500')
    expect(chosen()).toEqual([])
    await user.tab()
    expect(chosen()).toEqual(['100', '2500'])
    expect(names()).toEqual(['£100', '£2,500'])
  })

  it('takes equal minimum and maximum, on Enter too', async () => {
    const { user, chosen } = show(SAVINGS)
    await user.type(minimum(), '7')
    await user.type(maximum(), '7{Enter}')
    expect(chosen()).toEqual(['7', '7'])
    expect(document.activeElement).toBe(maximum())
  })

  it('is no filter when both fields are empty', async () => {
    const { user, chosen } = show(SAVINGS, ['1', '2'])
    await user.clear(minimum())
    await user.clear(maximum())
    await user.tab()
    expect(chosen()).toEqual([])
    expect(screen.queryByText(pairMessage)).toBeNull()
  })

  it.each([
    ['5', ''],
    ['9', '8'],
  ])('says what is wrong with %j to %j, and applies nothing', async (from, to) => {
    const { user, chosen } = show(SAVINGS)
    await user.type(minimum(), from)
    if (to !== '') await user.type(maximum(), to)
    await user.click(document.body)
    expect(screen.getByRole('alert').textContent).toBe(pairMessage)
    expect(chosen()).toEqual([])
  })

  it('offers the other end of a pair with one end, and no other pair', async () => {
    const { user, chosen } = show(SAVINGS)
    const offer = () => screen.queryByRole('button', { name: /^No (upper|lower) end/ })
    expect(offer()).toBeNull()
    await user.type(minimum(), '100')
    expect(offer()?.textContent).toBe('No upper end: use the highest (£50,000)')
    await user.tab()
    await user.tab()
    await user.keyboard('{Enter}')
    expect(chosen()).toEqual(['100', '50000'])
    expect(document.activeElement).toBe(maximum())
    expect(offer()).toBeNull()
    await user.clear(minimum())
    await user.click(screen.getByRole('button', { name: 'No lower end: use the lowest (£0)' }))
    expect(chosen()).toEqual(['0', '50000'])
    expect(screen.queryByText(pairMessage)).toBeNull()
  })

  it('says at once that a field is over the range', async () => {
    const { user } = show(SAVINGS)
    await user.type(minimum(), '50001')
    expect(screen.getByText('Minimum value must be less than maximum range value.')).toBeDefined()
    await user.type(maximum(), '50001')
    expect(screen.getByText('Maximum value must be less than maximum range value.')).toBeDefined()
    expect(minimum().getAttribute('aria-invalid')).toBe('true')
  })

  it("refuses a key that is no digit, and says 'Must be a valid number.' for 3 seconds", async () => {
    const { user } = show(SAVINGS)
    await user.type(minimum(), '1e-2')
    expect(minimum().value).toBe('12')
    expect(screen.getByText('Must be a valid number.')).toBeDefined()
    pass(2800)
    expect(screen.getByText('Must be a valid number.')).toBeDefined()
    pass(300)
    expect(screen.queryByText('Must be a valid number.')).toBeNull()
  })

  it('lets editing keys act', async () => {
    const { user } = show(SAVINGS)
    await user.type(minimum(), '123{Backspace}{ArrowLeft}{Delete}')
    expect(minimum().value).toBe('1')
    expect(screen.queryByText('Must be a valid number.')).toBeNull()
  })

  it('takes the digits of what is pasted', async () => {
    const { user } = show(SAVINGS)
    await user.click(minimum())
    await user.paste('£1,200.')
    expect(minimum().value).toBe('1200')
  })

  it('empties its fields when the filter is cleared elsewhere', () => {
    const { choose } = show(SAVINGS, ['1', '2'])
    expect([minimum().value, maximum().value]).toEqual(['1', '2'])
    choose([])
    expect([minimum().value, maximum().value]).toEqual(['', ''])
  })

  it('counts one field left alone as leaving the pair', () => {
    show(SAVINGS)
    fireEvent.change(minimum(), { target: { value: '3' } })
    fireEvent.blur(minimum())
    expect(screen.getByText(pairMessage)).toBeDefined()
  })
})

describe('a filter that cannot be shown', () => {
  it('of an unknown type says so', () => {
    show(aFilter({ filter_name: 'x', type: 'dial' }))
    expect(screen.getByText('Unsupported filter type')).toBeDefined()
  })

  it.each(['dual_range_slider', 'integer_to_integer', 'checkbox_multiple', 'dropdown_checkbox_multiple'])(
    'of type %s without values says so',
    (type) => {
      const { container } = show(aFilter({ filter_name: 'x', type }))
      expect(within(container).getByText(/nothing to choose from/)).toBeDefined()
    },
  )
})
