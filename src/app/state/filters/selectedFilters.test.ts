import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  amendedFiltersAtom,
  appliedFilterCountAtom,
  filterRequestAtom,
  forgetFiltersAtom,
  SELECTED_FILTERS_KEY,
  selectedFiltersAtom,
  selectionKeptAtom,
  stepAtom,
  stepsThereAtom,
} from './selectedFilters'
import { choosesTheSame, toggled, valuesInWords, listValues, withValues, type SelectedFilters } from './selection'
import { createStore } from '../store'

const tenure = { categoryName: 'home', filterName: 'tenure', displayName: 'Tenure' }
const rent = { categoryName: 'home', filterName: 'weekly_rent', displayName: 'Weekly rent' }
const ward = { categoryName: 'place', filterName: 'ward', displayName: 'Ward' }
const council = { id: 'council_rent', displayName: 'Council rent' }
const priv = { id: 'private_rent', displayName: 'Private rent' }

beforeEach(() => sessionStorage.clear())

describe('toggling a value', () => {
  it('adds it, and removes it the second time', () => {
    const once = toggled({}, tenure, council)
    const twice = toggled(once, tenure, priv)
    expect(listValues(twice, tenure)).toEqual([council, priv])
    expect(listValues(toggled(twice, tenure, council), tenure)).toEqual([priv])
  })

  it('removes a filter with its last value, and a category with its last filter', () => {
    expect(toggled(toggled({}, tenure, council), tenure, council)).toEqual({})
    const both = withValues(toggled({}, tenure, council), rent, [
      { id: '0', displayName: '£0' },
      { id: '90', displayName: '£90' },
    ])
    expect(Object.keys(withValues(both, rent, []).home ?? {})).toEqual(['tenure'])
  })

  it('leaves the selection it was given as it was', () => {
    const before = toggled({}, tenure, council)
    toggled(before, tenure, priv)
    expect(listValues(before, tenure)).toEqual([council])
  })
})

describe('the request', () => {
  it('sends values by name, and search filters by display name in the dynamic list', () => {
    const store = createStore()
    store.set(selectedFiltersAtom, (before) => toggled(before, tenure, council))
    store.set(selectedFiltersAtom, (before) => toggled(before, ward, { id: 'E05000829', displayName: 'Hale Barns' }))
    expect(store.get(filterRequestAtom)).toEqual({
      filter_request_list: [{ filter_name: 'tenure', filter_value_list: ['council_rent'] }],
      dynamic_filter_value_request_list: [{ filter_name: 'ward', filter_value_list: ['Hale Barns'] }],
    })
    expect(store.get(appliedFilterCountAtom)).toBe(2)
  })
})

describe('session storage', () => {
  it('keeps the selection for the next start of the page', () => {
    createStore().set(selectedFiltersAtom, toggled({}, tenure, council))
    expect(createStore().get(selectedFiltersAtom)).toEqual(toggled({}, tenure, council))
  })

  it('loses its key when all filters are cleared', () => {
    const store = createStore()
    store.set(selectedFiltersAtom, toggled({}, tenure, council))
    expect(sessionStorage.getItem(SELECTED_FILTERS_KEY)).not.toBeNull()
    store.set(selectedFiltersAtom, {})
    expect(sessionStorage.getItem(SELECTED_FILTERS_KEY)).toBeNull()
  })

  it.each(['{', '[]', '"text"', 'null', '{"home":{"tenure":{"displayName":1,"selectedValues":[]}}}', '{"home":[1]}'])(
    'drops %s',
    (stored) => {
      sessionStorage.setItem(SELECTED_FILTERS_KEY, stored)
      expect(createStore().get(selectedFiltersAtom)).toEqual({})
      expect(sessionStorage.getItem(SELECTED_FILTERS_KEY)).toBeNull()
    },
  )

  it('says so when the browser has no room, and a reload then brings back nothing older', () => {
    const store = createStore()
    store.set(selectedFiltersAtom, toggled({}, tenure, council))
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    store.set(selectedFiltersAtom, toggled({}, tenure, priv))
    full.mockRestore()
    expect(listValues(store.get(selectedFiltersAtom), tenure)).toEqual([priv])
    expect(store.get(selectionKeptAtom)).toBe(false)
    expect(createStore().get(selectedFiltersAtom)).toEqual({})
  })
})

describe('undo', () => {
  const one = toggled({}, tenure, council)
  const two = toggled(one, tenure, priv)

  it('goes back and forth through reloads of the page, and a new change ends redo', () => {
    const store = createStore()
    for (const selection of [one, two, {}]) store.set(selectedFiltersAtom, selection)
    expect(store.set(stepAtom, 'undo')).toBe(true)
    const reloaded = createStore()
    expect(reloaded.get(selectedFiltersAtom)).toEqual(two)
    expect(reloaded.get(stepsThereAtom)).toEqual({ undo: true, redo: true })
    reloaded.set(stepAtom, 'redo')
    expect(reloaded.get(selectedFiltersAtom)).toEqual({})
    reloaded.set(stepAtom, 'undo')
    reloaded.set(selectedFiltersAtom, one)
    expect(reloaded.set(stepAtom, 'redo')).toBe(false)
    reloaded.set(stepAtom, 'undo')
    reloaded.set(stepAtom, 'undo')
    reloaded.set(stepAtom, 'undo')
    expect(reloaded.get(selectedFiltersAtom)).toEqual({})
    expect(reloaded.set(stepAtom, 'undo')).toBe(false)
  })

  it('has no step for what changes nothing, or for what the catalogue lost', () => {
    const store = createStore()
    store.set(selectedFiltersAtom, two)
    store.set(selectedFiltersAtom, toggled(toggled({}, tenure, priv), tenure, council))
    store.set(amendedFiltersAtom, one)
    store.set(stepAtom, 'undo')
    expect(store.get(selectedFiltersAtom)).toEqual({})
  })

  it('keeps the nearest steps where there are too many, and none of another person', () => {
    const store = createStore()
    const many = (count: number) =>
      withValues(
        {},
        tenure,
        Array.from({ length: count }, (_, index) => ({ id: `${index}`, displayName: 'x'.repeat(9_000) })),
      )
    for (let change = 0; change < 20; change++) store.set(selectedFiltersAtom, many(10 + change))
    const reloaded = createStore()
    let steps = 0
    while (reloaded.set(stepAtom, 'undo')) steps++
    expect(steps).toBeGreaterThan(3)
    expect(steps).toBeLessThan(19)
    expect(reloaded.get(selectedFiltersAtom)).toEqual(many(29 - steps))
    reloaded.set(forgetFiltersAtom)
    expect(sessionStorage).toHaveLength(0)
    expect(reloaded.get(stepsThereAtom)).toEqual({ undo: false, redo: false })
  })

  it('leaves its room to the selection', () => {
    const store = createStore()
    store.set(selectedFiltersAtom, one)
    store.set(selectedFiltersAtom, {})
    const setItem = Storage.prototype.setItem
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
      if (sessionStorage.length > 0) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, text)
    })
    store.set(selectedFiltersAtom, two)
    full.mockRestore()
    expect(store.get(selectionKeptAtom)).toBe(true)
    expect(createStore().get(selectedFiltersAtom)).toEqual(two)
  })
})

const named = (id: string) => ({ id, displayName: id })

/** A selection in one category, by filter name and value ids. */
const selecting = (filters: Record<string, string[]>): SelectedFilters => ({
  home: Object.fromEntries(
    Object.entries(filters).map(([name, ids]) => [name, { displayName: name, selectedValues: ids.map(named) }]),
  ),
})

it.each([
  ['the order of filters', { a: ['1'], b: ['2'] }, { b: ['2'], a: ['1'] }, true],
  ['the order of values', { a: ['1', '2'] }, { a: ['2', '1'] }, true],
  ['one value more', { a: ['1'] }, { a: ['1', '2'] }, false],
  ['one filter more', { a: ['1'] }, { a: ['1'], b: ['1'] }, false],
  ['a value of another filter', { a: ['1'] }, { b: ['1'] }, false],
  ['nothing and something', {}, { a: ['1'] }, false],
  ['nothing twice', {}, {}, true],
])('two selections are compared: %s', (_, one, other, same) => {
  expect(choosesTheSame(selecting(one), selecting(other))).toBe(same)
})

it('values are listed, and those of a range belong together', () => {
  const filter = { selectedValues: ['£0', '£20'].map(named) }
  expect(valuesInWords(filter, false)).toBe('£0, £20')
  expect(valuesInWords(filter, true)).toBe('£0 to £20')
})
